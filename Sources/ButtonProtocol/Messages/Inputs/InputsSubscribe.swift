package import ButtonModel
package import JSONRPC

/// Subscribes to what clients ask for that changes anything: what a recording is made of.
package struct InputsSubscribeRequest: Request, Hashable {
  package typealias Response = InputsSubscribeResponse
  package static let method = Method(
    "inputs.subscribe", for: .admin,
    "Subscribes to what clients ask for that changes something: for recordings.",
    notifies: InputReceivedNotification.self)

  package init() {}

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {}

  /// The subscription's name on the wire.
  package static var subscription: String { SubscriptionName(method: "inputs").text }
}

/// The beginning of a subscription to inputs: what a fresh daemon must be sent to be where this one
/// is at that moment.
package struct InputsSubscribeResponse: Message, Hashable {
  /// How large a connection draws a button.
  package struct Layout: WireObject, Hashable {
    package var connection = 0
    package var id = ""
    package var size = DrawnSize.unreported

    package init() {}

    package init(connection: Int, id: String, size: DrawnSize) {
      self.connection = connection
      self.id = id
      self.size = size
    }

    package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
      try fields.required("connection", &connection)
      try fields.required(.id, &id, as: .buttonID)
      try fields.size(&size)
    }
  }

  /// A press that is under way.
  package struct Press: WireObject, Hashable {
    package var connection = 0
    package var id = ""

    package init() {}

    package init(connection: Int, id: String) {
      self.connection = connection
      self.id = id
    }

    package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
      try fields.required("connection", &connection)
      try fields.required(.id, &id, as: .buttonID)
    }
  }

  package var subscription = ""
  package var epoch = ""
  package var revision: UInt64 = 0
  package var tick: UInt64 = 0
  package var at: UInt64 = 0
  package var state = StateMembers()
  package var buttons: [ButtonDefinition] = []
  package var layouts: [Layout] = []
  package var presses: [Press] = []

  package init() {}

  package init(
    subscription: String, epoch: String, revision: UInt64, tick: UInt64, at: UInt64,
    state: StateMembers, buttons: [ButtonDefinition], layouts: [Layout], presses: [Press]
  ) {
    self.subscription = subscription
    self.epoch = epoch
    self.revision = revision
    self.tick = tick
    self.at = at
    self.state = state
    self.buttons = buttons
    self.layouts = layouts
    self.presses = presses
  }

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.required(.subscription, &subscription, as: .subscription)
    try fields.required(.epoch, &epoch, as: .epoch)
    try fields.required(.revision, &revision, as: .revision)
    try fields.required(.tick, &tick, as: .tick)
    try fields.required("at", &at, "Microseconds of the daemon's clock, which only moves forward.")
    try fields.required("state", &state)
    var list = DefinitionList(buttons)
    try fields.required(.buttons, &list)
    buttons = list.definitions
    try fields.required("layouts", &layouts)
    try fields.required("presses", &presses)
  }
}

/// A client asked for something that changes something, or a client that did is gone.
package struct InputReceivedNotification: Notification, Hashable {
  package static let method: StaticString = "input.received"
  package static let summary: StaticString =
    """
    A client asked for something that changes something; or, as the method connection.closed, one \
    that did is gone.
    """

  /// What stands for the method when a client that gave inputs is gone.
  package static let connectionClosed = "connection.closed"

  package var subscription = ""
  package var at: UInt64 = 0
  package var revision: UInt64 = 0
  package var connection = 0
  package var client: String?
  package var inputMethod = ""
  /// The text of the params, an object.
  package var params: [UInt8] = []
  package var refused: String?
  package var missed: Int?

  package init() {}

  package init(
    subscription: String, at: UInt64, revision: UInt64, connection: Int, client: String?,
    inputMethod: String, params: [UInt8], refused: String? = nil
  ) {
    self.subscription = subscription
    self.at = at
    self.revision = revision
    self.connection = connection
    self.client = client
    self.inputMethod = inputMethod
    self.params = params
    self.refused = refused
  }

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.required(.subscription, &subscription, as: .subscription)
    try fields.required("at", &at, "Microseconds of the daemon's clock, which only moves forward.")
    try fields.required(.revision, &revision, as: .revision, "The state's, after it.")
    try fields.required(
      "connection", &connection, "A number of the client's connection as long as it lasts.")
    try fields.optional("client", &client, "As the client calls itself.")
    try fields.required("method", &inputMethod)
    try fields.required("params", &params, as: ObjectTextForm())
    try fields.optional(
      "refused", &refused, as: .choice(ErrorReason.allCases.map(\.rawValue)),
      "The reason of the error.")
    try fields.optional(.missed, &missed, "Inputs before this one that nobody took.")
  }
}

/// Any object, as text.
package struct ObjectTextForm: FieldForm {
  package var schema: Schema { .json(#"{"type":"object"}"#) }

  package func read(_ json: JSONElement) throws(ProtocolError) -> [UInt8] {
    guard json.isObject else { throw .wrongType(json, expected: "an object") }
    var copy = JSONWriter()
    copy.copy(json)
    return [UInt8](copy.bytes)
  }

  package func write(_ object: [UInt8], into writer: inout JSONWriter) {
    object.withUnsafeBytes { writer.value(raw: $0) }
  }
}
