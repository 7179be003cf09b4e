import ButtonModel
import ButtonProtocol
import JSONRPC

/// The images that decks show, each asked for once for all of them. An image never changes; one that the daemon does
/// not have is asked for again after a while, when a key is drawn.
struct ImageShelf {
  /// What is known of an image.
  enum Entry {
    /// A deck has asked for it.
    case asked
    /// The daemon did not have it, at a time in milliseconds.
    case absent(UInt64)
    /// The object that raster.draw takes.
    case file([UInt8], use: UInt64)
  }

  private var entries: [ImageName: Entry] = [:]
  private var bytes = 0
  private var uses: UInt64 = 0

  private static let mostBytes = 64 << 20
  /// How long an absent one is taken for that, in milliseconds.
  private static let absence: UInt64 = 2_000

  /// What is known of an image that is to be drawn; nil if it has to be asked for.
  mutating func entry(of name: ImageName, now: UInt64) -> Entry? {
    switch entries[name] {
    case .file(let file, _)?:
      uses += 1
      entries[name] = .file(file, use: uses)
      return entries[name]
    case .absent(let since)? where now > since + ImageShelf.absence: return nil
    case let known: return known
    }
  }

  mutating func ask(for name: ImageName) { entries[name] = .asked }

  /// The deck that has asked is gone.
  mutating func forget(_ name: ImageName) { entries[name] = nil }

  /// Takes what came of asking for an image; nil where there is none.
  mutating func take(_ file: ImageFileMessage?, of name: ImageName, now: UInt64) {
    guard let file else {
      entries[name] = .absent(now)
      if entries.count > 10_000 { entries = entries.filter { $0.value.isKept } }
      return
    }
    var writer = JSONWriter()
    file.write(into: &writer)
    uses += 1
    bytes += writer.count
    entries[name] = .file([UInt8](writer.bytes), use: uses)
    if bytes > ImageShelf.mostBytes { makeRoom() }
  }

  /// Leaves the half of the bytes that was used last.
  private mutating func makeRoom() {
    let files = entries.compactMap { name, entry in
      if case .file(let file, let use) = entry {
        (name: name, bytes: file.count, use: use)
      } else {
        nil
      }
    }
    for file in files.sorted(by: { $0.use < $1.use }) {
      guard bytes > ImageShelf.mostBytes / 2 else { return }
      entries[file.name] = nil
      bytes -= file.bytes
    }
  }
}

extension ImageShelf.Entry {
  fileprivate var isKept: Bool { if case .absent = self { false } else { true } }
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
