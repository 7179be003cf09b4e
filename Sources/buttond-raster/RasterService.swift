import ButtonClient
import ButtonModel
import ButtonProtocol
import ButtonRaster
import Glibc
import JSONRPC

/// Answers the requests of standard input on standard output.
struct RasterService {
  private let studio = RasterStudio()
  private let parser = JSONParser()

  /// The most bytes of a request: room for the largest sheet.
  private static let mostBytes = 64 << 20

  /// Has all be loaded that drawing needs: the fonts' folders and libraries.
  func warmUp() {
    for design in ["default", "rounded", "serif", "monospaced"] {
      var request = RasterDraw()
      request.appearance = AppearanceMembers([
        .init(name: "title", value: .string("A")), .init(name: "titleFontSize", value: .int(17)),
        .init(name: "titleFontDesign", value: .string(UTF8String(design))),
        .init(name: "titleColor", value: .string("#000000FF")),
        .init(name: "imageName", value: .string("star")),
        .init(name: "imageColor", value: .string("#000000FF")),
      ])
      for format in RasterDraw.Format.allCases {
        request.format = format
        _ = try? studio.picture(request)
      }
    }
  }

  /// Answers until the input ends; false where it cannot be read further.
  func serve() -> Bool {
    var splitter = LineSplitter(maxLineBytes: RasterService.mostBytes)
    let room = 1 << 16
    let buffer = UnsafeMutableRawBufferPointer.allocate(
      byteCount: room + JSONParser.padding, alignment: 16)
    defer { buffer.deallocate() }
    while true {
      let count = read(STDIN_FILENO, buffer.baseAddress, room)
      if count == 0 { return true }
      if count < 0 {
        if errno == EINTR { continue }
        console.complain("standard input: \(String(cString: strerror(errno)))")
        return false
      }
      var input = UnsafeRawBufferPointer(rebasing: buffer[..<count])
      var output = JSONWriter()
      loop: while true {
        switch splitter.next(in: &input) {
        case .line(let line): answer(line, into: &output)
        case .needsInput: break loop
        case .tooLong:
          console.complain(
            "a request is longer than \(RasterService.mostBytes >> 20) MiB; ask for less at once")
          return false
        }
      }
      guard WholeWrite.write(output.bytes, to: STDOUT_FILENO) == 0 else { return false }
    }
  }

  private func answer(_ line: UnsafeRawBufferPointer, into output: inout JSONWriter) {
    let root: JSONElement
    do {
      root = try parser.parse(copying: line)
    } catch {
      output.failure(RequestIDView.null, RPCError(.parseError, "this is not JSON"))
      return output.endLine()
    }
    var reader = EnvelopeReader(root, line: line)
    let start = output.count
    if reader.isBatch { output.beginArray() }
    let empty = output.count
    while let message = reader.next() {
      switch message {
      case .invalid(let id, let why):
        output.failure(id, RPCError(.invalidRequest, "\(why)"))
      case .call(let call) where call.isNotification: break
      case .call(let call):
        do throws(ProtocolError) {
          let picture = try picture(call)
          output.result(call.id) { picture.write(into: &$0) }
        } catch {
          output.failure(call.id, error.rpcError)
        }
      }
    }
    // Notifications have no answers, and a batch of nothing else has none.
    if output.count == empty { return output.truncate(to: start) }
    if reader.isBatch { output.endArray() }
    output.endLine()
  }

  private func picture(_ call: Envelope) throws(ProtocolError) -> RasterPicture {
    switch call.method.string {
    case RasterDraw.method: try studio.picture(RasterDraw(params: call.params))
    case RasterSheet.method: try studio.picture(RasterSheet(params: call.params))
    default:
      throw ProtocolError(
        .methodNotFound,
        "there is no method '\(call.method.string)'; there are \(RasterDraw.method) and"
          + " \(RasterSheet.method)")
    }
  }
}
