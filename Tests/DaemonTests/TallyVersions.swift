import Glibc
import TestSupport

/// Versions of one plugin, each built once, which a test puts into place as an installer or a careless
/// author would.
///
/// A version shows itself twice, in its title and in its colour, beside the state: so a look of which a
/// part is of another version is seen.
final class TallyVersions {
  /// What the daemon finds.
  let shelf = PluginShelf()
  private var forges: [String: PluginShelf] = [:]

  /// Builds the versions `1…count`, and puts the first in place.
  init(_ count: Int) throws {
    for number in 1...count { try build("v\(number)", TallyVersions.resolve(number)) }
    try shelf.add("tally", resolve: TallyVersions.resolve(1))
  }

  /// Builds a plugin of the same name that may be anything.
  func build(_ version: String, _ resolve: String, create: String = "") throws {
    let forge = PluginShelf()
    try forge.add("tally", resolve: resolve, create: create)
    forges[version] = forge
  }

  /// Builds the same of a whole source text.
  func build(_ version: String, source: String) throws {
    let forge = PluginShelf()
    try forge.add("tally", source: source)
    forges[version] = forge
  }

  /// How a file gets where another was.
  enum Way: CaseIterable {
    /// Whole or not at all.
    case renamed
    /// Into the very file, as `cp` does.
    case overwritten
  }

  /// Puts the library of a version where the daemon finds it.
  func place(_ version: String, _ way: Way = .renamed) throws {
    guard let forge = forges[version] else { throw TestFailure("\(version) was not built") }
    try place(bytes(of: forge.path("tally", "libPlugin.so")), way)
  }

  /// Puts bytes where the library was.
  func place(_ bytes: [UInt8], _ way: Way = .renamed) throws {
    let library = shelf.path("tally", "libPlugin.so")
    let path = way == .renamed ? shelf.path("tally", ".new") : library
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o755)
    guard descriptor >= 0, write(descriptor, bytes, bytes.count) == bytes.count else {
      throw TestFailure("\(path) cannot be written: errno \(errno)")
    }
    close(descriptor)
    if way == .renamed { rename(path, library) }
  }

  /// The bytes of a version's library.
  func bytes(_ version: String) throws -> [UInt8] {
    guard let forge = forges[version] else { throw TestFailure("\(version) was not built") }
    return try bytes(of: forge.path("tally", "libPlugin.so"))
  }

  private func bytes(of path: String) throws -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw TestFailure("\(path) cannot be read: errno \(errno)") }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: Int(lseek(descriptor, 0, SEEK_END)))
    guard pread(descriptor, &bytes, bytes.count, 0) == bytes.count else {
      throw TestFailure("\(path) was read in part")
    }
    return bytes
  }

  /// The colour of a version, as records have it.
  static func color(_ number: Int) -> String {
    "#\(String(number + 256, radix: 16, uppercase: true).dropFirst())3366FF"
  }

  /// What a version does with a button; `more` comes first.
  static func resolve(_ number: Int, _ more: String = "") -> String {
    """
    char title[300];
    \(more)
    get_text(request, "state.shop.count", text);
    snprintf(title, sizeof title, "v\(number) %s", text);
    set_text(request, "title", title);
    set_text(request, "background.backgroundColor", "\(color(number))");
    """
  }

  /// Which version and which count a record shows; nil where its parts are not of one version.
  static func reading(_ record: JSONTree) -> (version: Int, count: Int)? {
    let words = (record.title ?? "").split(separator: " ")
    guard let version = words.first.flatMap({ Int($0.dropFirst()) }), words.count <= 2,
      record["appearance"]?["backgroundColor"]?.string == color(version)
    else { return nil }
    return (version, words.count == 2 ? Int(words[1]) ?? -1 : 0)
  }
}
