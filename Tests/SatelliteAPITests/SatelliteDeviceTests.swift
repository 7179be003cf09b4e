import ButtonProtocol
import TestSupport
import Testing

@testable import SatelliteAPI

/// Devices as their clients describe them.
@Suite struct SatelliteDeviceTests {
  private func device(_ arguments: String) throws(SatelliteError) -> SatelliteDevice {
    try SatelliteDevice(
      SatelliteLine(Array("ADD-DEVICE DEVICEID=d PRODUCT_NAME=p \(arguments)".utf8)))
  }

  private func manifest(_ json: String) -> String { Base64.text(Array(json.utf8)) }

  private func mistake(_ arguments: String) -> String? {
    do throws(SatelliteError) {
      _ = try device(arguments)
      return nil
    } catch {
      return error.message
    }
  }

  @Test func aGridHasItsKeysRowByRow() throws {
    let device = try device("KEYS_TOTAL=15 KEYS_PER_ROW=5 BITMAPS=96 COLORS=rgb TEXT=1")
    #expect(device.controls.count == 15)
    #expect(device.controls[7].name == .key(7))
    #expect(device.controls[7].row == 1 && device.controls[7].column == 2)
    #expect(device.controls[0].face.bitmap == SatelliteDevice.Size(width: 96, height: 96))
    #expect(device.controls[0].face.colors == .rgb && device.controls[0].face.hasText)
    #expect(device.format == .rgb && device.hasBrightness)
  }

  @Test func whatIsLeftOutIsAsThePublishedDefaults() throws {
    let device = try device("")
    #expect(device.controls.count == 32)
    #expect(device.controls[8].row == 1 && device.controls[8].column == 0)
    #expect(device.controls[0].face == SatelliteDevice.Face())
  }

  @Test(arguments: [
    ("BITMAPS", 72), ("BITMAPS=true", 72), ("BITMAPS=1", 72), ("BITMAPS=120", 120),
    ("BITMAPS=5", 5), ("BITMAPS=1024", 1_024), ("BITMAPS=big", 72), ("BITMAPS=0", nil),
    ("BITMAPS=false", nil), ("", nil),
  ])
  func picturesAreAsLargeAsAsked(arguments: String, side: Int?) throws {
    let bitmap = try device(arguments).controls[0].face.bitmap
    #expect(bitmap?.width == side && bitmap?.height == side)
  }

  @Test func aKeyIsNamedByItsNumberOrItsPlace() throws {
    let device = try device("KEYS_TOTAL=13 KEYS_PER_ROW=5")
    func control(_ arguments: String) throws(SatelliteError) -> Int {
      try device.control(in: SatelliteLine(Array("KEY-PRESS \(arguments)".utf8)))
    }
    #expect(try control("KEY=0") == 0 && control("KEY=12") == 12)
    #expect(try control(#"KEY="1/2""#) == 7 && control("KEY=+1/+2") == 7)
    for wrong in [
      "KEY=13", "KEY=-1", "KEY=1/5", "KEY=2/3", "KEY=-1/0", "KEY=a", "KEY=1/2/3", "KEY=/",
      "KEY=9223372036854775807", "KEY=9223372036854775807/0", "KEY=1.5",
    ] {
      #expect(throws: SatelliteError("Invalid KEY"), "\(wrong)") { try control(wrong) }
    }
    #expect(throws: SatelliteError("Missing KEY")) { try control("CONTROLID=x") }
  }

  @Test func aManifestSaysWhatEachControlShows() throws {
    let json = #"""
      {"stylePresets":{"default":{"bitmap":{"w":120,"h":120},"colors":"hex"},
      "strip":{"bitmap":{"w":200,"h":100}},"dial":{"text":true,"textStyle":true,"leds":{"segments":24}}},
      "controls":{"dial/0":{"row":2,"column":0,"stylePreset":"dial"},"k/1":{"row":0,"column":1},
      "k/0":{"row":0,"column":0,"stylePreset":"none"},"lcd":{"row":1,"column":0,"stylePreset":"strip"}},
      "more":1}
      """#
    let encoded = manifest(json)
    for text in [encoded, String(encoded.prefix { $0 != "=" })] {
      let device = try device("LAYOUT_MANIFEST=\"\(text)\" KEYS_TOTAL=99999 BITMAP_FORMAT=png")
      #expect(device.controls.map(\.name) == ["k/0", "k/1", "lcd", "dial/0"].map { .id($0) })
      #expect(device.controls[0].face.bitmap?.width == 120)
      #expect(device.controls[2].face.bitmap == SatelliteDevice.Size(width: 200, height: 100))
      #expect(device.controls[3].face.bitmap == nil && device.controls[3].face.hasText)
      #expect(device.format == .png)
      let line = SatelliteLine(Array(#"KEY-PRESS KEY="0/0" CONTROLID="lcd""#.utf8))
      #expect(try device.control(in: line) == 2)
      #expect(throws: SatelliteError("Unknown CONTROLID")) {
        try device.control(in: SatelliteLine(Array("KEY-PRESS CONTROLID=x".utf8)))
      }
    }
  }

  @Test(arguments: [
    ("KEYS_TOTAL=0", "Invalid KEYS_TOTAL"), ("KEYS_TOTAL=513", "Invalid KEYS_TOTAL"),
    ("KEYS_TOTAL=x", "Invalid KEYS_TOTAL"), ("KEYS_PER_ROW=0", "Invalid KEYS_PER_ROW"),
    ("KEYS_PER_ROW=-5", "Invalid KEYS_PER_ROW"), ("BITMAPS=1025", "Invalid BITMAPS"),
    ("CONFIG_FIELDS=zzz", "Invalid CONFIG_FIELDS"), ("CONFIG_FIELDS=e30=", "Invalid CONFIG_FIELDS"),
    ("LAYOUT_MANIFEST=!!", "not Base64"),
    ("LAYOUT_MANIFEST=AAAA", "not JSON"), ("LAYOUT_MANIFEST=e30=", "stylePresets.default"),
  ])
  func mistakesAreNamed(arguments: String, message: String) {
    #expect(mistake(arguments)?.contains(message) == true, "\(mistake(arguments) ?? "taken")")
  }

  @Test(arguments: [
    #"{"stylePresets":{"default":{}},"controls":{}}"#,
    #"{"stylePresets":{"default":{}},"controls":{"a":{"row":-1,"column":0}}}"#,
    #"{"stylePresets":{"default":{}},"controls":{"a":{"row":1e9,"column":0}}}"#,
    #"{"stylePresets":{"default":{}},"controls":{"a":{"row":"0","column":0}}}"#,
    #"{"stylePresets":{"default":{}},"controls":{"":{"row":0,"column":0}}}"#,
    #"{"stylePresets":{"default":{}},"controls":{"a b":{"row":0,"column":0}}}"#,
    #"{"stylePresets":{"default":{"colors":"cmyk"}},"controls":{"a":{"row":0,"column":0}}}"#,
    #"{"stylePresets":{"default":{"bitmap":{"w":1e300,"h":2}}},"controls":{"a":{"row":0,"column":0}}}"#,
    #"{"stylePresets":{"default":{"bitmap":{"w":72}}},"controls":{"a":{"row":0,"column":0}}}"#,
    #"{"stylePresets":[],"controls":[]}"#, "[]", "null", "7",
  ])
  func manifestsThatSayNothingUsefulAreRefused(json: String) {
    #expect(mistake("LAYOUT_MANIFEST=\(manifest(json))")?.contains("LAYOUT_MANIFEST") == true)
  }

  @Test func settingsHaveTheirDefaults() throws {
    let fields = #"""
      [{"id":"dim","type":"number","min":3,"default":60},{"id":"low","type":"number","min":2},
      {"id":"on","type":"checkbox"},{"id":"name","type":"textinput"},{"id":"note","type":"static-text"},
      {"id":"way","type":"dropdown","choices":[{"id":"up"},{"id":"down"}]}]
      """#
    let settings = try device("CONFIG_FIELDS=\(manifest(fields))").settings
    #expect(settings == #"{"dim":60,"low":2,"on":false,"name":"","way":"up"}"#)
    #expect(try device("CONFIG_FIELDS=W10=").settings == nil)
    #expect(try device("").settings == nil)
  }

  @Test func anyBytesAreALineOrAMistake() {
    var generator = Seed()
    let words = [
      "KEY=", "\"", "\\", " ", "=", "/", "LAYOUT_MANIFEST=", "e30", "DEVICEID=d", "1", "\u{0}",
    ]
    for _ in 0..<scaled(5_000, few: 1_000) {
      let text = (0..<Int.random(in: 0...12, using: &generator)).map { _ in
        words.randomElement(using: &generator) ?? ""
      }.joined()
      _ = mistake(text)
    }
  }
}
