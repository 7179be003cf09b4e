public import ButtonModel
package import ButtonProtocol

/// One button in a frame: how it looks now.
public struct ButtonLook: Hashable, Sendable {
  /// Why a button does not show what its plugin makes of the current state.
  public struct Trouble: Hashable, Sendable {
    /// Whether the look is older than the state.
    public let isStale: Bool
    /// Whether the look is the configuration drawn without the plugin.
    public let isFallback: Bool
    /// The cause, for example `pluginStarting`, `pluginCrashed` or `handlerFailed`; `sourceLost` if
    /// only what feeds the button's state is gone.
    public let reason: String
    /// The plugin's name.
    public let plugin: String
    /// What happened, in words.
    public let message: String
    /// The tick in which it began.
    public let since: UInt64
    /// State keys that the button reads and that nothing feeds any more, the first eight by name.
    public let lostKeys: [String]
    /// What of the sources is gone, in words; nil if nothing is.
    package let loss: String?
  }

  /// The button's id.
  public let id: String

  /// The look: flat names with scalar values, those at their default left out.
  public let appearance: [String: StateValue]

  /// Present only while something is wrong.
  public let trouble: Trouble?

  /// How to animate, as the daemon sent it.
  public let transaction: StateValue?

  package init(_ record: LookRecord) {
    self.init(
      id: record.id, record.appearance, record.status, transaction: record.transaction)
  }

  package init(_ look: WholeLook) { self.init(id: look.id, look.appearance, look.status) }

  private init(
    id: String, _ look: AppearanceMembers?, _ status: LookStatus?, transaction: StateValue? = nil
  ) {
    self.id = id
    appearance = Dictionary(
      (look?.members ?? []).map { ($0.name.string, $0.value) },
      uniquingKeysWith: { _, last in last })
    trouble = status.map { status in
      Trouble(
        isStale: status.stale, isFallback: status.fallback, reason: status.reason,
        plugin: status.plugin, message: status.message, since: status.since,
        lostKeys: status.keys.map(\.string), loss: status.loss)
    }
    self.transaction = transaction
  }

  /// The title that is shown, if there is one.
  public var title: String? {
    if case .string(let title) = appearance["title"] { title.string } else { nil }
  }
}
