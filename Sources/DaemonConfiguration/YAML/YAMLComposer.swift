import ButtonModel
import ButtonProtocol
import JSONRPC

/// Builds the JSON from a document's events.
struct YAMLComposer: ~Copyable {
  /// A container that is still open.
  private struct Frame {
    let isMapping: Bool
    let anchor: Anchor?
    /// In a mapping, the next text is a name while `isAtName`.
    var names: Set<[UInt8]> = []
    var isAtName = true
    /// The depth of the deepest value in it.
    var deepest: Int
  }

  /// Something with a name that aliases may repeat.
  private struct Anchor {
    let name: [UInt8]
    let json: Int
    let place: Int
  }

  /// What an alias repeats.
  private struct Anchored {
    let json: Range<Int>
    let places: Range<Int>
    /// How deep containers nest in it.
    let depth: Int
  }

  private var writer = JSONWriter()
  private var places: [TextPlace] = []
  private var frames: [Frame] = []
  private var anchored: [[UInt8]: Anchored] = [:]
  private var hasDocument = false
  private var impliedNulls: [Int: String] = [:]

  /// `end` is where a document without content ends.
  consuming func finish(at end: TextPlace) -> SourceText {
    if places.isEmpty {
      writer.null()
      places.append(end)
    }
    return SourceText(json: [UInt8](writer.bytes), places: places, impliedNulls: impliedNulls)
  }

  /// The value just taken is not written out; `comment` is the first word of one behind it.
  mutating func noteImpliedNull(_ comment: String) { impliedNulls[places.count - 1] = comment }

  mutating func take(_ event: YAMLEvent) throws(TextFault) {
    switch event.kind {
    case .streamStart, .streamEnd, .documentEnd: break
    case .documentStart:
      guard !hasDocument else {
        throw TextFault(event.place, "a second document begins here; one file holds one")
      }
      hasDocument = true
    case .scalar(let text, let isPlain, let properties):
      if frames.last?.isMapping == true, frames.last?.isAtName == true {
        try takeName(text, isPlain, properties, event.place)
      } else {
        try takeScalar(text, isPlain, properties, event.place)
      }
    case .alias(let name): try takeAlias(name, event.place)
    case .sequenceStart(let properties): try open(isMapping: false, properties, event.place)
    case .mappingStart(let properties): try open(isMapping: true, properties, event.place)
    case .sequenceEnd, .mappingEnd: close()
    }
    guard writer.count <= SourceText.maximumBytes else {
      throw TextFault(
        event.place, "becomes longer than \(SourceText.maximumBytes) bytes; use fewer aliases")
    }
  }

  private mutating func takeName(
    _ text: [UInt8], _ isPlain: Bool, _ properties: YAMLProperties, _ place: TextPlace
  ) throws(TextFault) {
    let shown = Excerpt(text)
    guard !(isPlain && text.elementsEqual("<<".utf8)) else {
      throw TextFault(
        place, "'<<' is not part of YAML 1.2: write the members out, or alias a whole value")
    }
    guard properties.anchor == nil else {
      throw TextFault(place, "the name '\(shown)' cannot bear an anchor; put it before the value")
    }
    guard frames[frames.count - 1].names.insert(text).inserted else {
      throw TextFault(place, "'\(shown)' is there twice; a name occurs once")
    }
    text.withUnsafeBytes { writer.key($0) }
    places.append(place)
    frames[frames.count - 1].isAtName = false
  }

  private mutating func takeScalar(
    _ text: [UInt8], _ isPlain: Bool, _ properties: YAMLProperties, _ place: TextPlace
  ) throws(TextFault) {
    let anchor = begin(properties, place)
    do throws(YAMLScalarFault) {
      let scalar = try YAMLScalar.read(text, isPlain: isPlain, tag: properties.tag)
      scalar.write(into: &writer)
    } catch {
      throw TextFault(place, error.message)
    }
    remember(anchor, depth: 0)
    endValue()
  }

  private mutating func open(
    isMapping: Bool, _ properties: YAMLProperties, _ place: TextPlace
  ) throws(TextFault) {
    try checkPlace(place)
    if let tag = properties.tag, tag != "tag:yaml.org,2002:\(isMapping ? "map" : "seq")", tag != "!"
    {
      throw TextFault(
        place, "the tag \(Excerpt(tag)) is not known for a \(isMapping ? "mapping" : "list")")
    }
    guard frames.count < JSONParser.maxDepth else { throw YAMLComposer.tooDeep(place) }
    let anchor = begin(properties, place)
    frames.append(Frame(isMapping: isMapping, anchor: anchor, deepest: frames.count + 1))
    if isMapping { writer.beginObject() } else { writer.beginArray() }
  }

  private mutating func close() {
    let frame = frames.removeLast()
    if frame.isMapping { writer.endObject() } else { writer.endArray() }
    remember(frame.anchor, depth: frame.deepest - frames.count)
    deepen(to: frame.deepest)
    endValue()
  }

  private mutating func takeAlias(_ name: [UInt8], _ place: TextPlace) throws(TextFault) {
    try checkPlace(place)
    let shown = Excerpt(name)
    guard let target = anchored[name] else {
      let isOpen = frames.contains { $0.anchor?.name == name }
      throw TextFault(
        place,
        isOpen
          ? "'*\(shown)' refers to a node that contains it" : "no '&\(shown)' stands before this")
    }
    guard frames.count + target.depth <= JSONParser.maxDepth else {
      throw YAMLComposer.tooDeep(place)
    }
    guard writer.count + target.json.count <= SourceText.maximumBytes else {
      throw TextFault(
        place, "becomes longer than \(SourceText.maximumBytes) bytes; use fewer aliases")
    }
    let copy = [UInt8](UnsafeRawBufferPointer(rebasing: writer.bytes[target.json]))
    copy.withUnsafeBytes { writer.value(raw: $0) }
    places.append(place)
    places.append(contentsOf: Array(places[target.places.dropFirst()]))
    deepen(to: frames.count + target.depth)
    endValue()
  }

  /// Refuses what is not text where a name must be.
  private func checkPlace(_ place: TextPlace) throws(TextFault) {
    if frames.last?.isMapping == true, frames.last?.isAtName == true {
      throw TextFault(place, "a name has to be text, written out")
    }
  }

  private mutating func begin(_ properties: YAMLProperties, _ place: TextPlace) -> Anchor? {
    writer.separate()
    places.append(place)
    return properties.anchor.map {
      Anchor(name: $0, json: writer.count, place: places.count - 1)
    }
  }

  private mutating func remember(_ anchor: Anchor?, depth: Int) {
    guard let anchor else { return }
    anchored[anchor.name] = Anchored(
      json: anchor.json..<writer.count, places: anchor.place..<places.count, depth: depth)
  }

  private mutating func endValue() {
    guard !frames.isEmpty else { return }
    frames[frames.count - 1].isAtName = true
  }

  private mutating func deepen(to depth: Int) {
    guard !frames.isEmpty else { return }
    frames[frames.count - 1].deepest = max(frames[frames.count - 1].deepest, depth)
  }

  private static func tooDeep(_ place: TextPlace) -> TextFault {
    TextFault(place, "nests deeper than \(JSONParser.maxDepth) lists and mappings")
  }
}
