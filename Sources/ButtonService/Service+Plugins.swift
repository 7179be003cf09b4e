import ButtonEngine
import ButtonModel
import ButtonProtocol
import JSONRPC

extension Service {
  /// Plugins whose folders exist, in order of their lanes.
  var presentPlugins: [(report: Engine.PluginReport, detail: PluginDetail?)] {
    engine.pluginReports.enumerated().compactMap { index, report in
      let detail = pluginControl?.detail(of: LaneID(index: index))
      return detail?.phase == PluginDetail.gone ? nil : (report, detail)
    }
  }

  var pluginListings: [PluginListing] {
    presentPlugins.map { PluginListing($0.report, $0.detail) }
  }

  func answerLater(_ ticket: Ticket, _ result: Result<[UInt8], ProtocolError>) {
    var writer = JSONWriter()
    guard answer(ticket, result, into: &writer) else { return }
    let line = SharedLine(copying: UnsafeRawBufferPointer(rebasing: writer.bytes.dropLast()))
    send(line, to: [ticket.connection])
  }

  func listing(of lane: LaneID) -> PluginListing? {
    let plugins = engine.pluginReports
    guard plugins.indices.contains(lane.index) else { return nil }
    return PluginListing(plugins[lane.index], pluginControl?.detail(of: lane))
  }
}

extension Call {
  /// Takes a short name or an id.
  func plugin(named name: String) throws(ProtocolError) -> (
    lane: LaneID, control: any PluginControl
  ) {
    let descriptors = engine.pluginReports.map(\.descriptor)
    let index =
      descriptors.firstIndex { $0.shortName == name } ?? descriptors.firstIndex { $0.id == name }
    guard let index else {
      let advice = NearestName.advice(name, among: descriptors.map(\.name))
      throw .notFound(
        "there is no plugin '\(Excerpt(name))'\(advice)",
        path: "params.name")
    }
    guard let control = service.pluginControl else {
      throw ProtocolError(.pluginUnavailable, "this daemon runs no plugins", path: "params.name")
    }
    return (LaneID(index: index), control)
  }

  /// Answers with a plugin's status once an order is on disk and its outcome is known. If the order
  /// wants a state, the answer reports that state: the worker may not have reached it yet.
  func answer(
    _ lane: LaneID, by control: any PluginControl, wants state: PluginState? = nil,
    into writer: inout JSONWriter
  ) -> Outcome {
    let ticket = ticket()
    let waitsForPlugin: () -> Bool = { [weak service] in
      if state != nil { return false }
      return control.whenSettled(lane) { service?.answer(ticket, lane, wanted: nil) }
    }
    let isLater = control.whenKept { [weak service] failure in
      if let failure {
        service?.answerLater(ticket, .failure(.notKept(failure)))
      } else if !waitsForPlugin() {
        service?.answer(ticket, lane, wanted: state)
      }
    }
    if isLater || waitsForPlugin() { return .deferred(ticket) }
    service.write(lane, wanted: state, into: &writer)
    return .answered
  }
}

extension Service {
  fileprivate func answer(_ ticket: Ticket, _ lane: LaneID, wanted: PluginState?) {
    var writer = JSONWriter()
    write(lane, wanted: wanted, into: &writer)
    answerLater(ticket, .success([UInt8](writer.bytes)))
  }

  /// `wanted` replaces the plugin's state.
  fileprivate func write(_ lane: LaneID, wanted: PluginState?, into writer: inout JSONWriter) {
    guard var plugin = listing(of: lane) else {
      preconditionFailure("lanes are never given up")
    }
    if let wanted { plugin.state = wanted.rawValue }
    PluginResponse(plugin: plugin).write(into: &writer)
  }
}

extension ProtocolError {
  /// The order was carried out but could not be saved: the next start forgets it.
  fileprivate static func notKept(_ failure: String) -> ProtocolError {
    var error = ProtocolError(
      .notDurable,
      "the order is carried out, but will be forgotten when the daemon ends: \(failure); mend that and "
        + "send it again")
    error.applied = true
    return error
  }
}

extension PluginListing {
  init(_ report: Engine.PluginReport, _ detail: PluginDetail?) {
    self.init(
      name: report.descriptor.name, id: report.descriptor.id, version: report.descriptor.version,
      path: report.descriptor.path, status: report.status, buttons: report.buttons,
      handlerTime: report.handlerTime, detail: detail)
  }
}
