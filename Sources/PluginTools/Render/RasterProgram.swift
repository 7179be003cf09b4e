import ButtonClient
import ButtonProtocol
import Glibc
import JSONRPC
import PluginHost

/// Draws pictures as pixels in buttond-raster, with fonts and libraries that this program lacks.
struct RasterProgram {
  private let path: String
  /// Seconds for one picture: the largest sheet takes a few.
  private static let patience = 60

  init(_ layout: ToolLayout) throws(ToolError) { path = try layout.raster() }

  /// `zoom` is in pixels to a point.
  func png(of picture: some DrawnPicture, zoom: Double) throws(ToolError) -> [UInt8] {
    let place = try ToolError.from { () throws(FileError) in try TemporaryPlace() }
    defer { place.remove() }
    let (request, log) = ("\(place.path)/request", "\(place.path)/log")
    try PictureFile.write(RasterProgram.request(picture, zoom), to: request)
    let program = try Spawned([path], input: request, errors: log)
    guard let output = program.readOutput(atMost: 512 << 20, within: Self.patience) else {
      throw ToolError(
        "buttond-raster has drawn for \(Self.patience) s, and was ended: draw fewer rows at once, or leave"
          + " out the image that takes so long")
    }
    guard program.wait() else {
      let said = (try? PluginFile.read(log, atMost: 4_096)).map {
        String(decoding: $0, as: UTF8.self)
      }
      throw ToolError(
        "buttond-raster \(program.ending)\(said.map { $0.isEmpty ? "" : ": \($0)" } ?? "")")
    }
    return try RasterProgram.bytes(of: output)
  }

  private static func request(_ picture: some DrawnPicture, _ zoom: Double) -> [UInt8] {
    var writer = JSONWriter()
    writer.beginRequest(RequestID(1), type(of: picture).rasterMethod)
    writer.beginObject()
    picture.writeMembers(into: &writer)
    writer.member("zoom", zoom)
    writer.endObject()
    writer.endObject()
    writer.endLine()
    return [UInt8](writer.bytes)
  }

  private static func bytes(of answer: [UInt8]) throws(ToolError) -> [UInt8] {
    let document: JSONDocument
    do throws(ClientError) {
      document = try JSONDocument(String(decoding: answer, as: UTF8.self))
    } catch {
      throw ToolError("buttond-raster answers what is not JSON: \(error.message)")
    }
    let bytes = try document.read { answer throws(ToolError) -> [UInt8]? in
      if let message = answer.member("error")?.member("message")?.string {
        throw ToolError(message)
      }
      guard let result = answer.member("result"), let picture = try? RasterPicture(json: result)
      else { return nil }
      return Base64.bytes(Array(picture.data.utf8))
    }
    if let bytes = bytes ?? nil { return bytes }
    throw ToolError("buttond-raster answers without a picture")
  }
}
