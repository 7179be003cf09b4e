import ButtonModel
import JSONRPC
import TestSupport
import Testing

@testable import PluginHost

/// Plays `Tests/Fixtures/manifests.jsonl`; `scripts/test check` holds the schema to the same table.
@Suite struct ManifestTableTests {
  private static let lines = (try? Fixture("Fixtures/manifests.jsonl"))?.lines ?? []

  /// The first line's manifest, with a line's members in place of its own or without some of them.
  private static func manifest(_ line: Fixture.Line) throws -> String {
    guard case .object(var members) = try #require(lines.first).value["least"] else { return "" }
    let without = (line.value["without"]?.elements ?? []).compactMap(\.string)
    members.removeAll { without.contains($0.name) }
    if case .object(let others) = line.value["members"] {
      for other in others {
        members.removeAll { $0.name == other.name }
        members.append(other)
      }
    }
    return JSONTree.object(members).text
  }

  @Test func theTableIsThere() { #expect(Self.lines.count > 200) }

  @Test(arguments: lines.dropFirst())
  func theTableSaysWhatIsRead(line: Fixture.Line) throws {
    let text = try Self.manifest(line)
    do throws(ManifestError) {
      _ = try ManifestSamples.read(text)
      #expect(line.value["isRead"] == .bool(true), "\(line) is read: \(text)")
    } catch {
      #expect(line.value["isRead"] == .bool(false), "\(line) is refused: \(error)")
      #expect(!error.what.isEmpty)
    }
  }

  @Test(arguments: lines.dropFirst())
  func aSearchForFaultsFindsOneWhereTheManifestIsRefused(line: Fixture.Line) throws {
    let text = try Self.manifest(line)
    let faults = Manifest.faults(Array(text.utf8), file: "plugin.json", parser: JSONParser())
    #expect(faults.isEmpty == (line.value["isRead"] == .bool(true)), "\(line): \(faults)")
  }
}
