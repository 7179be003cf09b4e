import ButtonModel
import ButtonProtocol
import JSONRPC

/// The images that decks show, each asked for once for all of them. An image never changes; one that the daemon does
/// not have is asked for again after a while, when a deck looks at a key that lacks it.
struct ImageShelf {
  /// What is known of an image.
  enum Entry {
    /// A deck has asked for it.
    case asked
    /// The daemon does not have it.
    case absent
    /// The object that raster.draw takes.
    case file([UInt8])
  }

  private var files = ByteCache<ImageName, [UInt8]>(atMost: 64 << 20) { $1.count }
  private var asked: Set<ImageName> = []
  /// When the daemon did not have them, in milliseconds.
  private var absent: [ImageName: UInt64] = [:]

  /// How long an absent one is taken for that, in milliseconds.
  static let absence: UInt64 = 2_000

  /// What is known of an image that is to be drawn; nil if it has to be asked for.
  mutating func entry(of name: ImageName, now: UInt64) -> Entry? {
    if let file = files[name] { return .file(file) }
    if asked.contains(name) { return .asked }
    guard let since = absent[name], now <= since + ImageShelf.absence else { return nil }
    return .absent
  }

  mutating func ask(for name: ImageName) { asked.insert(name) }

  /// The deck that has asked is gone.
  mutating func forget(_ name: ImageName) { asked.remove(name) }

  /// Takes what came of asking for an image; nil where the daemon does not have it.
  mutating func take(_ file: ImageFileMessage?, of name: ImageName, now: UInt64) {
    asked.remove(name)
    guard let file else {
      if absent.count > 10_000 { absent = [:] }
      absent[name] = now
      return
    }
    var writer = JSONWriter()
    file.write(into: &writer)
    files.keep([UInt8](writer.bytes), for: name)
  }
}

extension KeyFace {
  /// The images that it names.
  var images: [ImageName] {
    (["imageName", "backgroundImageName"] as [UTF8String]).compactMap { member in
      guard case .string(let name)? = appearance?[member] else { return nil }
      return ImageName(name)
    }
  }
}
