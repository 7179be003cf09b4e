import ButtonProtocol
import JSONRPC

/// The layout of a device whose controls differ: `{stylePresets: {NAME: {bitmap?, colors?, text?, textStyle?}},
/// controls: {ID: {row, column, stylePreset?}}}`. Members that are not known are passed over.
struct SatelliteManifest {
  /// The controls from the top left, row by row.
  let controls: [SatelliteDevice.Control]

  /// Rows and columns that a control may be in.
  private static let most = 1_000

  /// Reads a manifest in Base64, with or without padding.
  init(base64 text: String) throws(SatelliteError) {
    guard let bytes = Base64.bytes(unpadded: text) else {
      throw SatelliteManifest.failure("not Base64")
    }
    let parser = JSONParser()
    defer { withExtendedLifetime(parser) {} }
    let root = bytes.withUnsafeBytes { try? parser.parse(copying: $0) }
    guard let root else { throw SatelliteManifest.failure("not JSON") }
    guard let presets = root.member("stylePresets"), presets.member("default")?.isObject == true
    else { throw SatelliteManifest.failure("stylePresets.default is missing") }
    guard let controls = root.member("controls"), controls.isObject,
      (1...SatelliteDevice.mostControls).contains(controls.count)
    else {
      throw SatelliteManifest.failure("controls are 1 to \(SatelliteDevice.mostControls)")
    }
    var faces: [String: SatelliteDevice.Face] = [:]
    for (name, preset) in presets.members {
      faces[name.string] = try SatelliteManifest.face(preset, "stylePresets.\(name.string)")
    }
    var found: [SatelliteDevice.Control] = []
    for (id, control) in controls.members {
      let path = "controls.\(id.string)"
      guard SatelliteManifest.isName(id.string), let row = control.member("row")?.int,
        let column = control.member("column")?.int,
        (0..<Int64(SatelliteManifest.most)).contains(row),
        (0..<Int64(SatelliteManifest.most)).contains(column)
      else {
        throw SatelliteManifest.failure(
          "\(path) needs a row, a column and a name of letters, digits, - and /")
      }
      let face = control.member("stylePreset")?.string.flatMap { faces[$0] } ?? faces["default"]
      found.append(
        SatelliteDevice.Control(
          name: .id(id.string), row: Int(row), column: Int(column),
          face: face ?? SatelliteDevice.Face()))
    }
    self.controls = found.sorted { ($0.row, $0.column) < ($1.row, $1.column) }
  }

  private static func face(
    _ json: JSONElement, _ path: String
  ) throws(SatelliteError) -> SatelliteDevice.Face {
    var face = SatelliteDevice.Face()
    if let bitmap = json.member("bitmap"), !bitmap.isNull {
      guard let width = bitmap.member("w")?.number, let height = bitmap.member("h")?.number,
        width.isFinite, height.isFinite
      else { throw failure("\(path).bitmap needs w and h") }
      if width > 0, height > 0 {
        let sides = SatelliteDevice.sides
        guard let width = Int(exactly: width.rounded()), sides.contains(width),
          let height = Int(exactly: height.rounded()), sides.contains(height)
        else {
          throw failure("\(path).bitmap: sides are \(sides.lowerBound) to \(sides.upperBound)")
        }
        face.bitmap = SatelliteDevice.Size(width: width, height: height)
      }
    }
    if let colors = json.member("colors"), colors.bool != false, !colors.isNull {
      switch colors.string {
      case "rgb": face.colors = .rgb
      case "hex": face.colors = .hex
      default: throw failure("\(path).colors is hex or rgb")
      }
    }
    face.hasText = json.member("text")?.bool == true
    face.hasTextStyle = json.member("textStyle")?.bool == true
    return face
  }

  private static func isName(_ text: String) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "/"):
          true
        default: false
        }
      }
  }

  private static func failure(_ message: String) -> SatelliteError {
    SatelliteError("Invalid LAYOUT_MANIFEST: \(message)")
  }
}
