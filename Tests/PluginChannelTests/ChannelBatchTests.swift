import ButtonModel
import PluginChannel
import Testing

/// A batch comes out of the decoder as it went into the encoder.
struct ChannelBatchTests {
  @Test func aBatchComesOutAsItWentIn() throws {
    var encoder = BatchEncoder()
    let header = BatchHeader(commitSequence: 7, revision: 8, nowMilliseconds: 9)
    encoder.begin(sequence: 3, header)
    let dark = BatchTraits(userInterfaceStyle: .dark, contentSize: .ax5, tint: 0x0A84_FFFF)
    encoder.add(BatchTraits(tint: 0x007A_FFFF))
    encoder.add(dark)
    let values: [StateValue?] = [
      nil, .null, .bool(true), .int(.min), .double(0.1), .string("é"), .json("{\"a\":[1]}"),
    ]
    for (index, value) in values.enumerated() {
      let name: UTF8String? = index.isMultiple(of: 2) ? UTF8String("state.key\(index)") : nil
      let fits = encoder.add(key: UInt32(index), name: name, value: value)
      #expect(fits)
    }
    let item = BatchItem(
      handle: 1 << 40, state: [.selected, .highlighted], isBusy: true, isHovered: true,
      role: .destructive, style: 0, handler: nil, traitMask: 3)
    let parameters = [Parameter(name: "prefix", value: .string("Total"))]
    let added = encoder.add(
      item, id: "kiosk.pay", parameters: parameters, configuration: Samples.everyKind)
    #expect(added)
    let tinted = BatchItem(handle: 2, handler: 0)
    let tintFits = encoder.add(
      tinted, id: "b", parameters: [], configuration: PropertyList(), tints: [1, 2])
    #expect(tintFits)
    encoder.finish()

    let frameHeader = try FrameHeader(encoder.frame)
    #expect(frameHeader.type == .batch)
    #expect(frameHeader.sequence == 3)
    #expect(frameHeader.payloadLength == encoder.payload.count)

    var decoder = try BatchDecoder(payload: encoder.payload)
    #expect(decoder.header == header)
    #expect(decoder.traits == [BatchTraits(tint: 0x007A_FFFF), dark])
    for (index, value) in values.enumerated() {
      let key = try #require(try decoder.nextKey())
      #expect(key.id == UInt32(index))
      #expect(key.value?.stateValue == value)
      #expect((key.name != nil) == index.isMultiple(of: 2))
    }
    #expect(try decoder.nextKey() == nil)
    #expect(try decoder.nextItem() == item)
    #expect(decoder.id.elementsEqual("kiosk.pay".utf8))
    #expect(decoder.arguments.count == 1)
    #expect(decoder.arguments[0].name.elementsEqual("prefix".utf8))
    #expect(decoder.arguments[0].value.stateValue == .string("Total"))
    let settings = decoder.settings.map {
      PropertyList.Entry(property: $0.property, value: $0.value.value)
    }
    #expect(settings == Samples.everyKind.entries)
    let plain = decoder.itemTraits(1)
    #expect(plain == dark)
    #expect(try decoder.nextItem() == tinted)
    let (first, second) = (decoder.itemTraits(0), decoder.itemTraits(1))
    #expect(first.tint == 1 && second.tint == 2)
    #expect(second.userInterfaceStyle == .dark)
    #expect(try decoder.nextItem() == nil)
  }

  @Test func aBatchMayBeEmpty() throws {
    var encoder = BatchEncoder()
    encoder.begin(
      sequence: 1, BatchHeader(commitSequence: 0, revision: 0, nowMilliseconds: 0))
    encoder.finish()
    var decoder = try BatchDecoder(payload: encoder.payload)
    #expect(try decoder.nextKey() == nil)
    #expect(try decoder.nextItem() == nil)
  }

  @Test func aFullBatchRefusesMoreAndStaysWhole() throws {
    var encoder = BatchEncoder()
    encoder.begin(
      sequence: 1, BatchHeader(commitSequence: 0, revision: 0, nowMilliseconds: 0))
    let large = StateValue.string(UTF8String(bytes: Array(repeating: 120, count: 60_000)))
    var keys: UInt32 = 0
    while encoder.add(key: keys, name: nil, value: large) { keys += 1 }
    #expect(keys == 17)
    let smallFits = encoder.add(key: keys, name: nil, value: .bool(true))
    #expect(smallFits)
    encoder.finish()
    #expect(encoder.payload.count <= ChannelLimits.payloadBytes)

    encoder.begin(
      sequence: 2, BatchHeader(commitSequence: 0, revision: 0, nowMilliseconds: 0))
    encoder.add(BatchTraits(tint: 0))
    var items = 0
    while encoder.add(
      BatchItem(handle: UInt64(items)), id: "a", parameters: [], configuration: PropertyList())
    { items += 1 }
    #expect(items == ChannelLimits.items)
    encoder.finish()
    var decoder = try BatchDecoder(payload: encoder.payload)
    var seen = 0
    while let item = try decoder.nextItem() {
      #expect(item.handle == UInt64(seen))
      seen += 1
    }
    #expect(seen == items)
  }
}
