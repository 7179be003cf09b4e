package import ButtonModel
package import JSONRPC

package struct InputsSubscribeRequest: Request, Hashable {
  package typealias Response = InputsSubscribeResponse
  package static let method = Method(
    "inputs.subscribe", for: .admin,
    "Subscribes to what clients ask for that changes something: for recordings.",
    notifies: InputReceivedNotification.self)

  package init() {}

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {}

  package static var subscription: String { SubscriptionName(method: "inputs").text }
}

/// What a fresh daemon must be sent to be where this one is at that moment.
package struct InputsSubscribeResponse: Message, Hashable {
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

  package struct Press: WireObject, Hashable {
    package var connection = 0
    package var id = ""
    package var hasRepeated = false

    package init() {}

    package init(connection: Int, id: String, hasRepeated: Bool = false) {
      self.connection = connection
      self.id = id
      self.hasRepeated = hasRepeated
    }

    package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
      try fields.required("connection", &connection)
      try fields.required(.id, &id, as: .buttonID)
      try fields.flag("hasRepeated", &hasRepeated, "Its release performs nothing more.")
    }
  }

  package struct Pointer: WireObject, Hashable {
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

  /// Keys under a lease that one connection or source feeds, or nothing any more.
  package struct Lease: WireObject, Hashable {
    package var lease: UTF8String = ""
    package var connection: Int?
    package var keys: [UTF8String] = []
    package var isSilent = false

    package init() {}

    package init(lease: UTF8String, connection: Int?, keys: [UTF8String], isSilent: Bool) {
      self.lease = lease
      self.connection = connection
      self.keys = keys
      self.isSilent = isSilent
    }

    package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
      try fields.required(.lease, &lease, as: LeaseNameForm())
      try fields.optional(
        "connection", &connection, as: .inputConnection,
        "What feeds the keys; without it that is gone: they are lost.")
      try fields.required("keys", &keys, as: .keyNames)
      try fields.flag("isSilent", &isSilent, "What feeds them is silent: they are lost.")
    }
  }

  package var subscription = ""
  package var epoch = ""
  package var revision: UInt64 = 0
  package var tick: UInt64 = 0
  package var at: UInt64 = 0
  package var state = StateMembers()
  package var derived = DerivationMembers()
  package var leases: [Lease] = []
  package var groups: [GroupDefinition] = []
  package var buttons: [ButtonDefinition] = []
  package var layouts: [Layout] = []
  package var presses: [Press] = []
  package var pointers: [Pointer] = []

  package init() {}

  package init(
    subscription: String, epoch: String, revision: UInt64, tick: UInt64, at: UInt64,
    state: StateMembers, derived: DerivationMembers, leases: [Lease],
    groups: [GroupDefinition] = [], buttons: [ButtonDefinition], layouts: [Layout],
    presses: [Press], pointers: [Pointer] = []
  ) {
    self.subscription = subscription
    self.epoch = epoch
    self.revision = revision
    self.tick = tick
    self.at = at
    self.state = state
    self.derived = derived
    self.leases = leases
    self.groups = groups
    self.buttons = buttons
    self.layouts = layouts
    self.presses = presses
    self.pointers = pointers
  }

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.required(.subscription, &subscription, as: .subscription)
    try fields.required(.epoch, &epoch, as: .epoch)
    try fields.required(.revision, &revision, as: .revision)
    try fields.required(.tick, &tick, as: .tick)
    try fields.required("at", &at, "Microseconds of the daemon's clock, which only moves forward.")
    try fields.required("state", &state, "All values but those of derived keys.")
    try fields.optional(
      "derived", &derived, default: DerivationMembers(), "The keys that follow from others.")
    try fields.optional("leases", &leases, default: [], "The keys that belong to a lease.")
    try fields.optional("groups", &groups, default: [], "The groups that are defined.")
    var list = DefinitionList(buttons)
    try fields.required(.buttons, &list)
    buttons = list.definitions
    try fields.required("layouts", &layouts)
    try fields.required("presses", &presses)
    try fields.optional("pointers", &pointers, default: [], "Buttons that pointers are over.")
  }
}

package struct InputReceivedNotification: Notification, Hashable {
  package static let method: StaticString = "input.received"
  package static let summary: StaticString =
    """
    A client asked for something that changes something, a source did, or the time. The method \
    connection.closed says that one that did is gone, lease.silent that one feeds its keys no more,
    press.repeated that time has decided what a press of one performs.
    """

  /// Stands for the method when what gave inputs is gone.
  package static let connectionClosed = "connection.closed"
  /// Stands for the method when a lease's holder is silent for too long; the params are a
  /// ``LeaseSilence``.
  package static let leaseSilent = "lease.silent"
  /// Stands for the method when a press performs what time decided: again while it is held, a long
  /// press, or that of a button with a double press. The params are a ``ButtonsTriggerRequest``.
  package static let pressRepeated = "press.repeated"
  /// Stands for the connection in what the clock sets.
  package static let clockConnection = -1

  package static let fleetConnection = -2 - (1 << 32)
  /// The client name of what plays recordings.
  package static let player = "buttonctl replay"

  package static func connection(ofSource number: UInt32) -> Int { -2 - Int(number) }

  package var subscription = ""
  package var at: UInt64 = 0
  package var revision: UInt64 = 0
  package var connection = 0
  package var client: String?
  package var inputMethod = ""
  /// The text of an object.
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
      "connection", &connection, as: .inputConnection,
      "A number of the client's connection as long as it lasts; below 0 the clock, sources and the fleet."
    )
    try fields.optional("client", &client, "As the client calls itself.")
    try fields.required("method", &inputMethod)
    try fields.required("params", &params, as: ObjectTextForm())
    try fields.optional(
      "refused", &refused, as: .choice(ErrorReason.allCases.map(\.rawValue)),
      "The reason of the error.")
    try fields.optional(.missed, &missed, "Inputs before this one that nobody took.")
  }
}

/// The holder of a lease was silent for too long: its keys are lost, among them `key`.
package struct LeaseSilence: Message, Hashable {
  package var lease: UTF8String = ""
  package var key: UTF8String = ""

  package init() {}

  package init(lease: UTF8String, key: UTF8String) {
    self.lease = lease
    self.key = key
  }

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.required(.lease, &lease, as: LeaseNameForm())
    try fields.required("key", &key, as: StateKeyForm())
  }
}

extension FieldForm where Self == DescribedForm<Int> {
  fileprivate static var inputConnection: Self { .described(.json(#"{"type":"integer"}"#)) }
}

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
