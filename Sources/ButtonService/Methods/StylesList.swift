import ButtonEngine
import ButtonModel
import ButtonProtocol
import JSONRPC

enum StylesList: Handler {
  typealias Message = StylesListRequest

  static func handle(
    _ call: Call, into writer: inout JSONWriter
  ) throws(ProtocolError) -> Outcome {
    _ = try StylesListRequest(params: call.params)
    var styles = SystemStyle.allCases.map { style in
      StyleListing(
        name: style.rawValue, title: style.rawValue, documentation: documentation(of: style))
    }
    var handlers: [StyleListing] = []
    for plugin in call.service.presentPlugins.map(\.report.descriptor) {
      styles += plugin.styles.map { StyleListing($0, of: plugin) }
      handlers += plugin.handlers.map { StyleListing($0, of: plugin) }
    }
    let start = writer.count
    StylesListResponse(styles: styles, handlers: handlers).write(into: &writer)
    call.chargeListing(from: start, to: writer.count)
    return .answered
  }

  private static func documentation(of style: SystemStyle) -> String {
    switch style {
    case .plain: "No background, text in the tint."
    case .gray: "A gray background, text in the tint."
    case .tinted: "A background in a light shade of the tint, text in the tint."
    case .filled: "A background in the tint, white text."
    case .borderless: "Drawn as plain."
    case .bordered: "Drawn as gray."
    case .borderedTinted: "Drawn as tinted."
    case .borderedProminent: "Drawn as filled."
    case .glass: "A translucent background of glass, text in the label colour."
    case .prominentGlass: "Glass in the tint, white text."
    }
  }
}

extension StyleListing {
  fileprivate init(_ entry: EntryDescriptor, of plugin: PluginDescriptor) {
    self.init(
      name: "\(plugin.name)/\(entry.name)", title: entry.title,
      plugin: plugin.id, documentation: entry.documentation,
      parameters: entry.parameters.map { parameter in
        ParameterListing(
          name: parameter.name, type: parameter.kind.name,
          defaultValue: parameter.defaultValue, minimum: parameter.kind.minimum,
          maximum: parameter.kind.maximum, values: parameter.kind.values,
          examples: parameter.examples, documentation: parameter.documentation)
      })
  }
}
