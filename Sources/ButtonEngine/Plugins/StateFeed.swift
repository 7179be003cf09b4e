import ButtonModel
import ButtonProtocol
import ButtonStore
import PluginChannel

/// Feeds workers the theme and the state that their manifests list.
final class StateFeed {
  private let store: Store
  private let leases: Leases
  private let lanes: LaneTable
  private var audiences = KeyAudiences()
  /// In the order of the theme's tokens.
  private var themeKeys: [KeyID] = []
  private var hasTheme = false

  init(_ context: EngineContext, lanes: LaneTable) {
    store = context.store
    leases = context.leases
    self.lanes = lanes
  }

  /// Replaces the whole theme with the next commit. A button becomes dirty only if it read a token
  /// that is new, removed or has a new value.
  ///
  /// Plugins read a token as `theme.PATH`. A path that is not a well-formed name is skipped; of two
  /// tokens with one path the last counts. The first theme is part of the start and makes no
  /// revision; a later one does if it differs.
  func setTheme(
    _ tokens: [(path: UTF8String, value: StateValue)], _ effect: inout ChangeEffect
  ) {
    let old = themeKeys
    themeKeys = []
    var isChanged = false
    var named = KeySet()
    for token in tokens.reversed() {
      let name = token.path.bytes.withUnsafeBytes { ThemeKey.name(of: $0) }
      guard let key = name.map({ store.intern($0) }), named.insert(key) else { continue }
      themeKeys.append(key)
      if store.setHidden(key, token.value) { isChanged = true }
    }
    themeKeys.reverse()
    for key in old where !named.contains(key) && store.setHidden(key, nil) {
      isChanged = true
    }
    if isChanged, hasTheme { effect.makesRevision = true }
    hasTheme = true
  }

  /// Feeds committed keys to the workers that may read them.
  func tellOfCommit() {
    for change in 0..<store.committedChangeCount {
      let key = store.committedChange(change)
      let audience = audiences.index(of: key, among: lanes, in: store)
      if audience == KeyAudiences.nobody { continue }
      for lane in audiences[audience] where lane.isReady { lane.feed(key) }
    }
  }

  /// Feeds committed keys to a lane on trial.
  func tellOfCommit(to lane: Lane) {
    for change in 0..<store.committedChangeCount {
      let key = store.committedChange(change)
      if lane.covers(key, in: store) { lane.feed(key) }
    }
  }

  func forgetAudiences() { audiences.forget() }

  /// The theme, and the whole state with its quality, as far as the worker may read it.
  func tellAll(to lane: Lane) {
    for key in themeKeys { lane.feed(key) }
    var cursor = store.keysInOrder()
    while let key = store.next(&cursor) {
      if lane.covers(key, in: store) { lane.feed(key) }
    }
    leases.forEachQualityOfLost { key in
      if lane.covers(key, in: store) { lane.feed(key) }
    }
  }
}

extension Store {
  /// Returns the name by which plugins read the key.
  func readName(of key: KeyID) -> UTF8String {
    withName(of: key) { name in
      if QualityKey.isName(name) {
        return QualityKey.withStateKey(of: name) {
          UTF8String(bytes: Array("quality.".utf8) + $0)
        }
      }
      if HoverKey.isName(name) { return HoverKey.readName }
      return ThemeKey.isName(name)
        ? UTF8String(bytes: Array("theme.".utf8) + ThemeKey.path(of: name))
        : UTF8String(bytes: Array("state.".utf8) + name)
    }
  }

  /// Nil for a name that plugins cannot read.
  func key(readName: UTF8String) -> KeyID? {
    readName.bytes.withUnsafeBytes { bytes in
      if let path = ReadName.themePath(bytes) {
        return ThemeKey.name(of: path).map { intern($0) }
      }
      if ReadName.isHover(bytes) { return intern(HoverKey.name) }
      if let name = ReadName.qualityKey(bytes) {
        guard StateKey.isValid(name) else { return nil }
        return QualityKey.withName(of: name) { intern($0) }
      }
      guard let name = ReadName.stateKey(bytes), StateKey.isValid(name) else { return nil }
      return intern(name)
    }
  }
}
