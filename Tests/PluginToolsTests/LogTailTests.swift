import Glibc
import TestSupport
import Testing

@testable import PluginTools

struct LogTailTests {
  @Test func eachLineComesOnceAndWhole() {
    let folder = TemporaryFolder()
    var tail = LogTail(folder.file("log"))
    #expect(tail.newLines() == [])
    let long = String(repeating: "ü", count: 50_000)
    var text = "one\n\ntwo \(long)\nthr"
    folder.write(text, to: "log")
    #expect(tail.newLines() == ["one", "two \(long)"])
    #expect(tail.newLines() == [])
    text += "ee\nfour\n"
    folder.write(text, to: "log")
    #expect(tail.newLines() == ["three", "four"])
    #expect(tail.newLines() == [])
  }
}
