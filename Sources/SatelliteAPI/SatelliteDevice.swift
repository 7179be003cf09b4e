import ButtonProtocol

/// A device as its client describes it: which controls it has, and what each can show.
package struct SatelliteDevice: Hashable, Sendable {
  /// What a control can show.
  package struct Face: Hashable, Sendable {
    /// How the colours of a client without pictures are written.
    package enum Colors: Hashable, Sendable {
      /// `#rrggbb`.
      case hex
      /// `rgba(r,g,b,a)`.
      case rgb
    }

    /// The size of its pictures in pixels; nil without pictures.
    package var bitmap: Size?
    package var colors: Colors?
    package var hasText = false
    /// Whether it wants to know the size of texts.
    package var hasTextStyle = false

    package init() {}
  }

  /// A size in pixels.
  package struct Size: Hashable, Sendable {
    package var width: Int
    package var height: Int
  }

  /// A key, an encoder or anything else that is pressed, turned or looked at.
  package struct Control: Hashable, Sendable {
    /// What messages call it: a place as a number, or an id of the client's manifest.
    package enum Name: Hashable, Sendable {
      case key(Int)
      case id(String)
    }

    package let name: Name
    package let row: Int
    package let column: Int
    package let face: Face
  }

  /// How pictures are written.
  package enum BitmapFormat: String, Hashable, Sendable {
    case rgb, png
  }

  package let id: String
  package let product: String
  package let controls: [Control]
  package let format: BitmapFormat
  /// What its settings are while nobody sets any, as a JSON object; nil for a device without settings.
  package let settings: String?
  /// Whether its brightness can be set.
  package let hasBrightness: Bool
  /// The columns of its grid.
  private let columns: Int
  private let places: [Control.Name: Int]

  /// The most controls of a device.
  package static let mostControls = 512
  /// The longest id, in bytes.
  private static let mostIDBytes = 256
  /// The sides that pictures may have, in pixels.
  package static let sides = RasterDraw.sides

  /// Reads ADD-DEVICE.
  package init(_ line: SatelliteLine) throws(SatelliteError) {
    guard let id = line.text("DEVICEID") else { throw SatelliteError("Missing DEVICEID") }
    guard id.utf8.count <= SatelliteDevice.mostIDBytes,
      !id.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
    else { throw SatelliteError("Invalid DEVICEID") }
    guard let product = line.text("PRODUCT_NAME") else {
      throw SatelliteError("Missing PRODUCT_NAME")
    }
    self.id = id
    self.product = product
    format = line.text("BITMAP_FORMAT").flatMap(BitmapFormat.init) ?? .rgb
    hasBrightness = !line.has("BRIGHTNESS") || line.isTrue("BRIGHTNESS")
    settings = try line.text("CONFIG_FIELDS").flatMap { (fields) throws(SatelliteError) in
      try SatelliteSettings(base64: fields).defaults
    }
    if let manifest = line.text("LAYOUT_MANIFEST") {
      controls = try SatelliteManifest(base64: manifest).controls
      columns = (controls.map(\.column).max() ?? 0) + 1
    } else {
      let total = line.integer("KEYS_TOTAL") ?? (line.has("KEYS_TOTAL") ? 0 : 32)
      guard (1...SatelliteDevice.mostControls).contains(total) else {
        throw SatelliteError("Invalid KEYS_TOTAL")
      }
      let columns = line.integer("KEYS_PER_ROW") ?? (line.has("KEYS_PER_ROW") ? 0 : 8)
      guard (1...1_000).contains(columns) else { throw SatelliteError("Invalid KEYS_PER_ROW") }
      let face = try Face(line)
      self.columns = columns
      controls = (0..<total).map {
        Control(name: .key($0), row: $0 / columns, column: $0 % columns, face: face)
      }
    }
    places = Dictionary(
      controls.enumerated().map { ($0.element.name, $0.offset) }, uniquingKeysWith: { $1 })
  }

  /// The place among the controls of the one that KEY-PRESS or KEY-ROTATE means.
  package func control(in line: SatelliteLine) throws(SatelliteError) -> Int {
    if case .id? = controls.first?.name {
      guard let id = line.text("CONTROLID") else { throw SatelliteError("Missing CONTROLID") }
      guard let place = places[.id(id)] else { throw SatelliteError("Unknown CONTROLID") }
      return place
    }
    guard let key = line.text("KEY") else { throw SatelliteError("Missing KEY") }
    let parts = key.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    let index: Int? =
      switch parts.count {
      case 1: parts[0]
      case 2:
        if let row = parts[0], let column = parts[1], (0..<columns).contains(column),
          (0..<SatelliteDevice.mostControls).contains(row)
        {
          row * columns + column
        } else {
          nil
        }
      default: nil
      }
    guard let index, let place = places[.key(index)] else { throw SatelliteError("Invalid KEY") }
    return place
  }
}

extension SatelliteDevice.Face {
  /// What a device without a manifest shows on every key.
  fileprivate init(_ line: SatelliteLine) throws(SatelliteError) {
    self.init()
    if line.isNotFalse("BITMAPS") {
      let side = line.integer("BITMAPS").flatMap { $0 < 5 ? nil : $0 } ?? 72
      guard SatelliteDevice.sides.contains(side) else { throw SatelliteError("Invalid BITMAPS") }
      bitmap = SatelliteDevice.Size(width: side, height: side)
    }
    if line.isNotFalse("COLORS") { colors = line.text("COLORS") == "rgb" ? .rgb : .hex }
    hasText = line.isTrue("TEXT")
    hasTextStyle = line.isTrue("TEXT_STYLE")
  }
}

/// Why a line cannot be followed, for its sender.
package struct SatelliteError: Error, Hashable, Sendable {
  package let message: String

  package init(_ message: String) { self.message = message }
}
