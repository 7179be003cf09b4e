package import ButtonProtocol

/// What the table of a message says, row by row.
package struct FieldDescriber: Fields {
  package typealias Failure = Never

  /// One field.
  package struct Field {
    package let name: String
    package let schema: Schema
    /// Whether it may be left out.
    package fileprivate(set) var isOptional: Bool
    /// A sentence, or nothing.
    package let about: String
  }

  package private(set) var fields: [Field] = []
  /// Of these groups of fields exactly one is there.
  package private(set) var groups: [[String]] = []

  /// The table of a type.
  package init<Object: WireObject>(_ type: Object.Type) {
    var object = Object()
    object.visit(&self)
  }

  /// The names of the fields, in the order in which they are written.
  package var names: [String] { fields.map(\.name) }

  package mutating func required<Form: FieldForm>(
    _ name: StaticString, _ value: inout Form.Value, as form: Form, _ about: StaticString
  ) {
    fields.append(
      Field(name: "\(name)", schema: form.schema, isOptional: false, about: "\(about)"))
  }

  package mutating func expected<Form: FieldForm>(
    _ name: StaticString, _ value: inout Form.Value, as form: Form, _ about: StaticString
  ) {
    required(name, &value, as: form, about)
  }

  package mutating func optional<Form: FieldForm>(
    _ name: StaticString, _ value: inout Form.Value?, as form: Form, _ about: StaticString
  ) {
    fields.append(
      Field(name: "\(name)", schema: form.schema, isOptional: true, about: "\(about)"))
  }

  package mutating func rest<Form: FieldForm>(_ value: inout Form.Value, as form: Form) {
    guard case .members(let members) = form.schema else {
      fields.append(Field(name: "*", schema: form.schema, isOptional: false, about: ""))
      return
    }
    for (name, schema, about) in members {
      fields.append(Field(name: name, schema: schema, isOptional: false, about: about))
    }
  }

  package func check(_ rule: () throws(ProtocolError) -> Void) {}

  package mutating func oneOf(_ groups: [StaticString]...) {
    let groups = groups.map { $0.map { "\($0)" } }
    guard groups.count == 1 else {
      self.groups = groups
      return
    }
    for index in fields.indices where groups[0].contains(fields[index].name) {
      fields[index].isOptional = false
    }
  }
}

/// All messages of the protocol, in the order of its description.
package enum WireMessages {
  package static let requests: [any Request.Type] = [
    HelloRequest.self, PingRequest.self, SyncRequest.self, UnsubscribeRequest.self,
    StateGetRequest.self, StateSetRequest.self, StateUpdateRequest.self,
    StateSubscribeRequest.self, StateEvalRequest.self, ButtonsDefineRequest.self, ButtonsPatchRequest.self,
    ButtonsRemoveRequest.self, ButtonsListRequest.self, ButtonsDefinitionsRequest.self,
    ButtonsGetRequest.self, ButtonsSubscribeRequest.self, ButtonsExplainRequest.self,
    SetNeedsUpdateConfigurationRequest.self, ButtonsTriggerRequest.self,
    LayoutReportRequest.self, PressBeganRequest.self, PressMovedRequest.self,
    PressEndedRequest.self, PressCancelledRequest.self, ActionsSubscribeRequest.self,
    InputsSubscribeRequest.self, StylesListRequest.self, PluginsListRequest.self,
    PluginsReloadRequest.self, PluginsResetRequest.self, PluginsEnableRequest.self,
    PluginsDisableRequest.self, PluginsSubscribeRequest.self, ServerStatsRequest.self,
    ServerReloadRequest.self, ServerBackupRequest.self,
  ]

  package static let notifications: [any Notification.Type] = requests.compactMap {
    $0.method.notification
  }

  /// The type of a message by its name: a method and `request` or `response`, or a notification.
  package static func type(_ name: String) -> (any Message.Type)? {
    if let notification = notifications.first(where: { "\($0.method)" == name }) {
      return notification
    }
    for request in requests {
      if name == "\(request.method) request" { return request }
      if name == "\(request.method) response" { return response(of: request) }
    }
    return nil
  }

  /// What answers a request.
  package static func response<Asked: Request>(of type: Asked.Type) -> any Message.Type {
    Asked.Response.self
  }
}

/// Fields of messages that were seen.
package struct SeenFields {
  /// `type.field`, of every field of every object.
  package private(set) var seen: Set<String> = []
  /// The same of all fields that the objects that were seen might have had.
  package private(set) var known: Set<String> = []
  /// `type.field`, of members that are no fields.
  package private(set) var strange: Set<String> = []

  package init() {}

  /// Sees an object, and the objects in it.
  package mutating func see(_ object: JSONTree, as type: any WireObject.Type) {
    let table = FieldDescriber(any: type)
    known.formUnion(table.names.map { "\(type).\($0)" })
    guard case .object(let members) = object else { return }
    for member in members {
      guard let field = table.fields.first(where: { $0.name == member.name }) else {
        if !table.names.contains("*") { strange.insert("\(type).\(member.name)") }
        continue
      }
      seen.insert("\(type).\(member.name)")
      see(member.value, as: field.schema)
    }
  }

  private mutating func see(_ value: JSONTree, as schema: Schema) {
    switch schema {
    case .json, .members: break
    case .list(let element): for each in value.elements { see(each, as: element) }
    case .named(_, _, let schema): see(value, as: schema)
    case .table(let type): see(value, as: type)
    }
  }
}

extension FieldDescriber {
  /// The table of a type that is known only when it runs.
  package init(any type: any WireObject.Type) {
    func table<Object: WireObject>(_ type: Object.Type) -> FieldDescriber { FieldDescriber(type) }
    self = table(type)
  }
}
