import ButtonModel
import ButtonProtocol
import ButtonStore
import PluginChannel

/// Tells workers of the theme and of the state that their manifests name.
final class StateFeed {
  private let store: Store
  /// The keys of the present theme, in the order of its tokens.
  private var themeKeys: [KeyID] = []
  /// A theme has been set.
  private var hasTheme = false

  /// A feed without a theme.
  init(_ context: EngineContext) { store = context.store }

  /// Replaces the whole theme, as part of the next commit: exactly the buttons that read a token that
  /// is new, gone or has another value become dirty.
  ///
  /// Plugins read a token as `theme.PATH`. A path that is no well-formed name cannot be read and is
  /// passed over; of two tokens with one path the last counts. The first theme belongs to the start
  /// and makes no revision; a later one makes one if it differs.
  func setTheme(_ tokens: [(path: UTF8String, value: StateValue)]) {
    let old = themeKeys
    themeKeys = []
    var isChanged = false
    var named = KeySet()
    for token in tokens.reversed() {
      let name = token.path.bytes.withUnsafeBytes { ThemeKey.name(of: $0) }
      guard let key = name.map({ store.intern($0) }), named.insert(key) else { continue }
      themeKeys.append(key)
      if store.writeUnlisted(key, token.value) { isChanged = true }
    }
    themeKeys.reverse()
    for key in old where !named.contains(key) && store.writeUnlisted(key, nil) {
      isChanged = true
    }
    if isChanged, hasTheme { store.revision += 1 }
    hasTheme = true
  }

  /// Has a lane told of a key that has changed, if its worker may read it.
  func tell(_ key: KeyID, to lane: Lane) {
    if lane.foreignKeys.contains(key) { return }
    if lane.announcedKeys.contains(key) || lane.covers(key, in: store) {
      lane.feed(key)
    } else {
      _ = lane.foreignKeys.insert(key)
    }
  }

  /// Has a lane told of the theme and the whole state that it may read.
  func tellAll(to lane: Lane) {
    for key in themeKeys { lane.feed(key) }
    var cursor = store.keysInOrder()
    while let key = store.next(&cursor) {
      if lane.covers(key, in: store) { lane.feed(key) }
    }
  }
}

extension Store {
  /// The name by which plugins read a key.
  func readName(of key: KeyID) -> UTF8String {
    withName(of: key) { name in
      ThemeKey.isName(name)
        ? UTF8String(bytes: Array("theme.".utf8) + ThemeKey.path(of: name))
        : UTF8String(bytes: Array("state.".utf8) + name)
    }
  }

  /// The key that a plugin read by this name; nil for what is neither state nor theme.
  func key(readName: UTF8String) -> KeyID? {
    readName.bytes.withUnsafeBytes { bytes in
      if let path = ReadName.themePath(bytes) {
        return ThemeKey.name(of: path).map { intern($0) }
      }
      guard let name = ReadName.stateKey(bytes), StateKey.isValid(name) else { return nil }
      return intern(name)
    }
  }
}
