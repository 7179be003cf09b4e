/// A list that outlives the daemon, as a text in its state folder.
protocol StateList: Equatable, Sendable {
  /// The file's name in the state folder.
  static var fileName: String { get }
  /// What it is called in messages.
  static var noun: String { get }
  /// What the loss of a damaged list means.
  static var loss: String { get }
  /// The longest text of a list, in bytes.
  static var maximumBytes: Int { get }

  /// An empty list.
  init()
  /// Reads a list; nil when the text is anything else than one.
  init?(_ text: [UInt8])

  /// The list as a text.
  var text: [UInt8] { get }
}
