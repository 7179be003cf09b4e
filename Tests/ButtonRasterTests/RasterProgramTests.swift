import ButtonProtocol
import Glibc
import TestSupport
import Testing

/// The program that draws, as others use it: requests in, pictures out, and shut in meanwhile.
@Suite struct RasterProgramTests {
  private static let program = Products.path("buttond-raster")

  /// Runs it with some lines on its standard input.
  private func run(
    _ lines: [String], _ shell: String = #"exec "$0" <"$1""#
  ) throws -> (end: ProcessEnd, output: String, error: String) {
    let folder = TemporaryFolder()
    let input = folder.file("input")
    try FileBytes.write(Array((lines.joined(separator: "\n") + "\n").utf8), to: input)
    return try Program.run(
      "/bin/bash", ["-c", shell, Self.program, input, folder.file("output")])
  }

  private static func draw(_ id: String, _ params: String) -> String {
    #"{"jsonrpc":"2.0","id":\#(id),"method":"raster.draw","params":\#(params)}"#
  }

  private static let key =
    ##"{"width":72,"height":72,"appearance":{"backgroundColor":"#0000FFFF"}}"##

  /// GLib's words about such a font would be a system call that is not allowed.
  @Test(.enabled(if: !Sanitizer.isForThreads, Sanitizer.isShutIn))
  func whatLibrariesWarnOfEndsNothing() throws {
    let data = Base64Text.of(
      #"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><text font-size="1e6">WW</text></svg>"#
    )
    let name = "sha256:" + String(repeating: "0", count: 64)
    let params =
      #"{"width":72,"height":72,"appearance":{"imageName":"\#(name)"},"images":"#
      + #"[{"image":"\#(name)","type":"image/svg+xml","data":"\#(data)"}]}"#
    let run = try run([Self.draw("1", params), Self.draw("2", Self.key)])
    #expect(run.end == .exited(0) && run.error.isEmpty, "\(run.error)")
    #expect(run.output.split(separator: "\n").count == 2)
  }

  @Test func requestsAreAnsweredInTheirOrder() throws {
    let run = try run(
      [
        Self.draw("1", Self.key), "",
        Self.draw(#""two""#, #"{"width":72,"appearance":{}}"#), "no JSON",
        #"{"jsonrpc":"2.0","id":3,"method":"raster.dance"}"#,
        "[\(Self.draw("4", Self.key)),\(Self.draw("5", Self.key))]", "[]", Self.draw("6", Self.key),
        #"{"jsonrpc":"2.0","method":"raster.draw","params":\#(Self.key)}"#,
        #"[{"jsonrpc":"2.0","method":"raster.draw","params":\#(Self.key)}]"#,
      ])
    #expect(run.end == .exited(0), "\(run.error)")
    let answers = try run.output.split(separator: "\n").map { try JSONTree(parsing: String($0)) }
    try #require(answers.count == 7)
    #expect(answers[0]["result"]?["width"]?.text == "72")
    #expect(answers[1]["id"]?.string == "two")
    #expect(answers[1]["error"]?["data"]?["path"]?.string == "params.height")
    #expect(answers[2]["error"]?["data"]?["reason"]?.string == "parseError")
    #expect(answers[3]["error"]?["message"]?.string?.contains("raster.draw") == true)
    #expect(answers[4].elements.map { $0["id"]?.text } == ["4", "5"])
    #expect(answers[5]["error"]?["data"]?["reason"]?.string == "invalidRequest")
    #expect(answers[6]["result"]?["data"]?.string == answers[0]["result"]?["data"]?.string)
  }

  @Test func itsOutputMayBeAFile() throws {
    let run = try run([Self.draw("1", Self.key)], #""$0" <"$1" >"$2" && grep -c result "$2""#)
    #expect(run.end == .exited(0) && run.output == "1\n", "\(run.error)")
  }

  @Test func argumentsAreRefused() throws {
    #expect(try Program.run(Self.program, ["--version"]).output == Release.version + "\n")
    let wrong = try Program.run(Self.program, ["x"])
    #expect(wrong.end == .exited(64))
    #expect(wrong.error.contains("takes no arguments"), "\(wrong.error)")
  }

  @Test func itEndsWithItsReader() throws {
    let lines = Array(repeating: Self.draw("1", Self.key), count: 1_000)
    let run = try run(lines, #""$0" <"$1" | head -c 10; exit "${PIPESTATUS[0]}""#)
    #expect(run.end == .exited(128 + SIGPIPE))
  }

  /// It has no socket to send anything by, and no file but fonts to send.
  @Test func itIsShutInBeforeItReadsARequest() throws {
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    defer { for end in ends { close(end) } }
    let program = try Program(
      "/bin/sh", ["-c", #"exec "$0" <&3 3<&-"#, Self.program], descriptors: [ends[0]])
    let request = Array((Self.draw("1", Self.key) + "\n").utf8)
    #expect(write(ends[1], request, request.count) == request.count)
    _ = try #require(try program.nextLine())
    let status = try ProcessFile.text("/proc/\(program.processID)/status")
    #expect(status.contains("Seccomp:\t2"), "\(status)")
    #expect(status.contains("NoNewPrivs:\t1"))
  }
}
