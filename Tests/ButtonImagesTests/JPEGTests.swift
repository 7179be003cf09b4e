import ButtonImages
import Testing

/// The markers of JPEGs, made by hand.
@Suite struct JPEGTests {
  /// A segment of a marker.
  private func segment(_ marker: UInt8, _ data: [UInt8]) -> [UInt8] {
    [
      0xFF, marker, UInt8(truncatingIfNeeded: (data.count + 2) >> 8),
      UInt8((data.count + 2) & 0xFF),
    ]
      + data
  }

  private func frame(
    _ marker: UInt8 = 0xC0, _ width: Int = 9, _ height: Int = 7, bits: UInt8 = 8,
    components: [UInt8] = [1, 2, 3], sampling: UInt8 = 0x11, table: UInt8 = 0
  ) -> [UInt8] {
    let size = [height >> 8, height, width >> 8, width].map { UInt8(truncatingIfNeeded: $0) }
    return segment(
      marker,
      [bits] + size + [UInt8(components.count)] + components.flatMap { [$0, sampling, table] })
  }

  private func scan(
    _ components: [UInt8] = [1, 2, 3], _ band: [UInt8] = [0, 63, 0],
    pixels: [UInt8] = [1, 0xFF, 0, 2, 0xFF, 0xD3, 3, 0xFF, 0xFF, 0, 4]
  ) -> [UInt8] {
    segment(0xDA, [UInt8(components.count)] + components.flatMap { [$0, 0] } + band) + pixels
  }

  private func jpeg(_ parts: [UInt8]...) -> [UInt8] { [0xFF, 0xD8] + parts.joined() + end }

  private let end: [UInt8] = [0xFF, 0xD9]

  @Test(arguments: [0xC0, 0xC1, 0xC2] as [UInt8])
  func aFrameAndAScanAreEnough(marker: UInt8) throws {
    let image = try ImageFile(jpeg(frame(marker, 300, 200), scan()))
    #expect(image.kind == .jpeg && image.width == 300 && image.height == 200)
    #expect(mistake(jpeg(frame(marker), scan()) + [0, 0, 0]) == nil)
    #expect(mistake(jpeg(frame(marker, components: [7]), scan([7]))) == nil)
    #expect(mistake(jpeg(frame(marker, components: [1, 2, 3, 4]), scan([2, 4]))) == nil)
  }

  @Test func whatApplicationsAddIsPassedOver() {
    let thumbnail = segment(0xE1, Array("Exif\u{0}\u{0}".utf8) + jpeg(frame(0xC9, 60_000), scan()))
    let parts = thumbnail + segment(0xFE, [0xFF, 0xD9]) + segment(0xDB, [0]) + [0xFF, 0xFF]
    #expect(mistake(jpeg(parts, frame(), scan())) == nil)
  }

  @Test(
    arguments: [
      (0xC3, "is a lossless JPEG"), (0xC5, "hierarchical"), (0xC6, "hierarchical"),
      (0xC7, "hierarchical"), (0xC9, "arithmetic"), (0xCA, "arithmetic"), (0xCB, "arithmetic"),
      (0xCC, "arithmetic"), (0xCD, "arithmetic"), (0xCF, "arithmetic"), (0xDE, "hierarchical"),
      (0xDF, "hierarchical"), (0xDC, "its height after its pixels"), (0xD8, "the marker d8"),
      (0xD0, "the marker d0"), (0x01, "the marker 1"), (0xF0, "the marker f0"), (0xC8, "marker c8"),
      (0x00, "the marker 0"),
    ] as [(UInt8, String)])
  func otherMarkersAreRefused(marker: UInt8, message: String) {
    let found = mistake(jpeg(segment(0xFE, []), frame(marker), scan()))
    #expect(found?.contains(message) == true, "\(found ?? "taken")")
  }

  @Test func framesAreLegal() {
    let cases: [([UInt8], String)] = [
      (frame() + frame(), "two frames"), (frame(bits: 12), "12 bits a sample; save it with 8"),
      (frame(components: [1, 2]), "2 colour components"), (frame(components: []), "0 colour"),
      (frame(components: [1, 2, 3, 4, 5]), "5 colour components"),
      (frame(components: [1, 2, 2]), "components are not legal"),
      (frame(sampling: 0x01), "components are not legal"),
      (frame(sampling: 0x10), "components are not legal"),
      (frame(sampling: 0x51), "components are not legal"),
      (frame(table: 4), "components are not legal"),
      (frame(0xC0, 9, 0), "says its height after its pixels"),
      (frame(0xC0, 0, 9), "0 x 9 pixels: empty"), (frame(0xC0, 4_097, 1), "at most 4096 a side"),
      (frame(0xC0, 4_000, 4_000), "at most 4194304 in all"),
      (segment(0xC0, [8, 0, 7, 0, 9, 3, 1, 0x11, 0]), "header has a wrong length"),
      (segment(0xC0, [8, 0]), "header has a wrong length"), ([], "pixels come before the frame"),
    ]
    for (frame, message) in cases {
      let found = mistake(jpeg(segment(0xFE, []), frame, scan()))
      #expect(found?.contains(message) == true, "\(message), not \(found ?? "taken")")
    }
  }

  @Test func scansFitTheFrame() {
    let baseline = frame()
    let progressive = frame(0xC2)
    let cases: [([UInt8], String?)] = [
      (baseline, "has no pixels: a scan is missing"),
      (baseline + scan([1, 9]), "a scan does not fit its frame"),
      (baseline + scan([1, 1]), "a scan does not fit its frame"),
      (baseline + scan([]), "header has a wrong length"),
      (baseline + segment(0xDA, [2, 1, 0, 0, 63, 0]), "header has a wrong length"),
      (baseline + segment(0xDA, []), "header has a wrong length"),
      (baseline + scan([1, 2, 3], [1, 63, 0]), "a scan does not fit its frame"),
      (progressive + scan([1], [1, 5, 0]), nil),
      (progressive + scan([1], [6, 5, 0]), "a scan does not fit its frame"),
      (progressive + scan([1], [1, 64, 0]), "a scan does not fit its frame"),
      (baseline + scan(pixels: []), "a scan has no pixels"),
    ]
    for (parts, message) in cases {
      let found = mistake(jpeg(parts))
      #expect(message.map { found?.contains($0) == true } ?? (found == nil), "\(found ?? "taken")")
    }
  }

  @Test func scansAreFew() {
    let one = scan([1], [1, 5, 0])
    let most = Array(Array(repeating: one, count: 64).joined())
    #expect(mistake(jpeg(frame(0xC2) + most)) == nil)
    #expect(mistake(jpeg(frame(0xC2) + most + one)) == "has more than 64 scans: save it again")
    let whole = Array(Array(repeating: scan(), count: 3).joined())
    #expect(mistake(jpeg(frame() + whole)) == nil)
    #expect(mistake(jpeg(frame() + whole + scan())) == "has more than 3 scans: save it again")
  }

  @Test func theEndIsTheEnd() {
    let whole = jpeg(frame(), scan())
    #expect(mistake(whole + [0, 7]) == "has 2 bytes after its end: save it again")
    #expect(mistake(whole + whole)?.contains("after its end") == true)
    #expect(mistake(whole.dropLast(2)) == "is cut off: the end marker is not there")
    #expect(mistake(whole.dropLast(2) + [0xFF, 0xFF]) == "is cut off: the end marker is not there")
    #expect(mistake([0xFF, 0xD8, 0xFF, 0xE0, 0xFF, 0xFF, 1])?.contains("is cut off") == true)
    #expect(mistake([0xFF, 0xD8, 0xFF, 0xE0, 0, 1, 1])?.contains("no length") == true)
    #expect(mistake(jpeg(segment(0xFE, []), [7]))?.contains("no marker follows") == true)
  }

  private func mistake(_ bytes: some Sequence<UInt8>) -> String? {
    ButtonImagesTests.mistake(Array(bytes))
  }
}
