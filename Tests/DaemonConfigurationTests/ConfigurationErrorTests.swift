import DaemonConfiguration
import Foundation
import Glibc
import TestSupport
import Testing

/// Configurations that are wrong, each with all that is to be said about it.
///
/// `Fixtures/wrong` holds files, and folders with a `buttond.yaml`, whose comments say what to expect;
/// paths lead from the folder.
struct ConfigurationErrorTests {
  @Test(arguments: try Fixtures.wrong())
  func everyMistakeIsSaidWithFileLineAndPath(file: Fixtures.Wrong) throws {
    let error = try #require(throws: ConfigurationError.self) {
      try ConfigurationLoader(figures: ConfigurationTests.figures).load(file.path)
    }
    let said = error.remarks.map { "\($0)".replacingOccurrences(of: file.folder + "/", with: "") }
    #expect(said == file.expected)
  }

  /// A reload is refused with that, and leaves what is in force.
  @Test(.inOwnProcess) func withoutDescriptorsTheReasonIsNamed() throws {
    let folder = TemporaryFolder()
    let path = folder.write("theme: default\n", to: "buttond.yaml")
    let files = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    var limit = rlimit()
    getrlimit(files, &limit)
    var none = limit
    none.rlim_cur = 0
    setrlimit(files, &none)
    let error = #expect(throws: ConfigurationError.self) { try ConfigurationLoader().load(path) }
    setrlimit(files, &limit)
    #expect(error?.remarks.first?.description.contains("Too many open files") == true)
    #expect(error?.summary.contains("for want of descriptors") == true)
  }

  @Test func aFileThatIsNotThereIsSaidSo() throws {
    let error = try #require(throws: ConfigurationError.self) {
      try ConfigurationLoader().load("/nonexistent/buttond.yaml")
    }
    #expect("\(error)" == "/nonexistent/buttond.yaml: No such file or directory")
    let folder = try #require(throws: ConfigurationError.self) {
      try ConfigurationLoader().load("/tmp")
    }
    #expect("\(folder)" == "/tmp: is not a regular file")
  }
}

/// The files beside the tests.
enum Fixtures {
  /// A configuration that is wrong.
  struct Wrong: CustomTestStringConvertible {
    let path: String
    /// What the expected messages' paths lead from.
    let folder: String
    let expected: [String]

    var testDescription: String { path }
  }

  static func wrong() throws -> [Wrong] {
    let folder = try #require(Bundle.module.url(forResource: "Fixtures/wrong", withExtension: nil))
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    return try names.map { name in
      let isFile = name.hasSuffix(".yaml")
      let base = isFile ? folder : folder.appending(path: name)
      let file = base.appending(path: isFile ? name : "buttond.yaml")
      let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
      let expected = lines.compactMap { line in
        line.hasPrefix("# expect: ") ? String(line.dropFirst("# expect: ".count)) : nil
      }
      return Wrong(path: file.path, folder: base.path, expected: expected)
    }
  }
}
