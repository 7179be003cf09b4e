import Testing

@testable import ButtonModel

struct SipHashTests {
  /// The hashes of 0, 1, 2 … bytes 0, 1, 2 … with the key of the bytes 0 to 15, which other
  /// implementations of SipHash-1-3 give too.
  private static let hashes: [UInt64] = [
    0xABAC_0158_050F_C4DC, 0xC9F4_9BF3_7D57_CA93, 0x82CB_9B02_4DC7_D44D, 0x8BF8_0AB8_E7DD_F7FB,
    0xCF75_5760_88D3_8328, 0xDEF9_D52F_4953_3B67, 0xC50D_2B50_C59F_22A7, 0xD392_7D98_9BB1_1140,
    0x3690_9511_8D29_9A8E, 0x25A4_8EB3_6C06_3DE4, 0x79DE_85EE_92FF_097F, 0x70C1_18C1_F94D_C352,
    0x78A3_84B1_57B4_D9A2, 0x306F_760C_1229_FFA7, 0x605A_A111_C0F9_5D34, 0xD320_D86D_2A51_9956,
    0xCC4F_DD1A_7D90_8B66, 0x9CF2_6890_63DB_D80C, 0x8FFC_389C_B473_E63E, 0xF21F_9DE5_8D29_7D1C,
    0xC0DC_2F46_A6CC_E040, 0xB992_ABFE_2B45_F844, 0x7FFE_7B9B_A320_872E, 0x525A_0E7F_DAE6_C123,
    0xF464_AEB2_6734_9C8C, 0x45CD_5928_705B_0979,
  ]

  private let sipHash = SipHash(key: 0x0706_0504_0302_0100, 0x0F0E_0D0C_0B0A_0908)

  @Test func theHashIsThatOfTheReference() {
    for (length, hash) in Self.hashes.enumerated() {
      #expect((0..<UInt8(length)).map { $0 }.withUnsafeBytes { sipHash($0) } == hash)
    }
    #expect((0..<UInt8(255)).map { $0 }.withUnsafeBytes { sipHash($0) } == 0xF762_14E3_153C_4A15)
    #expect(sipHash(UnsafeRawBufferPointer(start: nil, count: 0)) == Self.hashes[0])
  }

  @Test func twoKeysOfChanceDiffer() {
    let bytes: [UInt8] = [1, 2, 3]
    let hashes = (0..<4).map { _ in bytes.withUnsafeBytes { SipHash()($0) } }
    #expect(Set(hashes).count == hashes.count)
  }
}
