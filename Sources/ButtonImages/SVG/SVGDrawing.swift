/// Collects what a picture draws, element by element, and then follows it.
struct SVGDrawing {
  private(set) var elements: [SVGElement] = []
  var rules = SVGRules()

  private var graph = SVGGraph()
  /// Ids that something refers to, and the groups of what has them.
  private var ids = WordTable()
  private var groups: [Int] = []
  /// What elements refer to with properties that others inherit.
  private var inherited: [(isMarker: Bool, group: Int)] = []
  private var outlines: [(element: Int, range: Range<Int>)] = []

  /// Adds an element inside of another one; its number. What follows belongs to the newest element.
  mutating func open(in parent: Int?, name: Range<Int>, role: SVGRole) -> Int {
    let node = graph.addElement(own: SVGBurden(.elements), isPainted: role == .shape)
    if let parent {
      graph.connect(elements[parent].node, to: node, role == .stock ? .kept : .nested)
    }
    elements.append(
      SVGElement(
        node: node, parent: parent, isPainted: role == .shape, name: name,
        inherited: inherited.count))
    return elements.count - 1
  }

  /// The newest element has an id.
  mutating func name(_ id: Range<Int>) throws(ImageFault) {
    guard newest.id == nil else { throw ImageFault("has an element with two ids") }
    elements[elements.count - 1].id = id
  }

  /// The newest element has classes, with spaces between.
  mutating func classify(_ names: Range<Int>) { elements[elements.count - 1].classes = names }

  /// The newest element is drawn along the numbers in a range.
  mutating func outline(_ range: Range<Int>) { outlines.append((elements.count - 1, range)) }

  /// The newest element draws the element with an id, in its place or for itself.
  mutating func link(_ id: ArraySlice<UInt8>, inPlace: Bool) {
    graph.connect(newest.node, to: group(of: id), inPlace ? .drawn : .applied)
  }

  /// The newest element costs more.
  mutating func add(_ burden: SVGBurden) { graph.add(burden, to: newest.node) }

  /// The newest element has a style.
  mutating func style(_ findings: [StyleFinding], in bytes: [UInt8]) {
    for finding in findings {
      switch finding {
      case .cost(let respect): add(SVGBurden(respect))
      case .reference(let id, .own):
        graph.connect(newest.node, to: group(of: bytes[id]), .applied)
      case .reference(let id, let property):
        inherited.append((property == .marker, group(of: bytes[id])))
      }
    }
  }

  /// Elements that selectors match have a style of some bytes.
  mutating func rule(
    for selectors: [StyleSelector], _ findings: [StyleFinding], length: Int, in bytes: [UInt8]
  ) throws(ImageFault) {
    let own = graph.addGroup(own: SVGBurden(.bytes, length))
    var found = SVGRules.Groups(own: own)
    for finding in findings {
      switch finding {
      case .cost(let respect): graph.add(SVGBurden(respect), to: own)
      case .reference(let id, .own): graph.connect(own, to: group(of: bytes[id]), .nested)
      case .reference(let id, .marker): graph.join(&found.marker, group(of: bytes[id]))
      case .reference(let id, _): graph.join(&found.paint, group(of: bytes[id]))
      }
    }
    for selector in selectors { try rules.add(selector, found, in: bytes, &graph) }
  }

  /// Follows everything from the first element on; how many parts and references there are.
  mutating func check(_ bytes: [UInt8]) throws(ImageFault) -> Int {
    if ids.count > 0 {
      for element in elements {
        guard let id = element.id, let number = ids.find(bytes[id]) else { continue }
        graph.connect(groups[number], to: element.node, .nested)
      }
    }
    if !rules.isEmpty || !inherited.isEmpty, try applyStyles(bytes) {
      for element in elements { graph.add(vertices: 2, to: element.node) }
      for outline in outlines {
        let vertices = bytes[outline.range].mostNumbers
        graph.add(vertices: vertices, to: elements[outline.element].node)
      }
    }
    try graph.check(from: elements[0].node, ids: ids)
    return graph.size
  }

  private var newest: SVGElement { elements[elements.count - 1] }

  /// The group of what has an id.
  private mutating func group(of id: ArraySlice<UInt8>) -> Int {
    let number = ids.add(id)
    if number == groups.count { groups.append(graph.addGroup(id: number)) }
    return groups[number]
  }

  /// Gives each element what its rules and its parents say; whether there are markers.
  private mutating func applyStyles(_ bytes: [UInt8]) throws(ImageFault) -> Bool {
    // What each element is painted and marked with.
    var paints = [Int?](repeating: nil, count: elements.count)
    var markers = paints
    for (number, element) in elements.enumerated() {
      var paint: [Int] = []
      var marker: [Int] = []
      let end = number + 1 < elements.count ? elements[number + 1].inherited : inherited.count
      for reference in inherited[element.inherited..<end] {
        if reference.isMarker {
          marker.append(reference.group)
        } else {
          paint.append(reference.group)
        }
      }
      for groups in try rules.groups(for: element, in: bytes) {
        if let own = groups.own { graph.connect(element.node, to: own, .applied) }
        if let group = groups.marker { marker.append(group) }
        if let group = groups.paint { paint.append(group) }
      }
      paints[number] = inherit(element.parent.flatMap { paints[$0] }, paint)
      markers[number] = inherit(element.parent.flatMap { markers[$0] }, marker)
      guard element.isPainted else { continue }
      if let group = paints[number] { graph.connect(element.node, to: group, .painted) }
      if let group = markers[number] { graph.connect(element.node, to: group, .marked) }
    }
    return markers.contains { $0 != nil }
  }

  /// A group of what a parent has and of what is added; the parent's where nothing is.
  private mutating func inherit(_ parent: Int?, _ added: [Int]) -> Int? {
    if added.isEmpty { return parent }
    var group: Int?
    if let parent { graph.join(&group, parent) }
    for other in added { graph.join(&group, other) }
    return group
  }
}

/// An element, as rules and references find it. Ranges are of the scanner's bytes.
struct SVGElement {
  /// Its number in the graph.
  let node: Int
  let parent: Int?
  /// Whether it is painted itself.
  let isPainted: Bool
  /// The name without a prefix.
  let name: Range<Int>
  var id: Range<Int>?
  /// Its classes, with spaces between.
  var classes: Range<Int>?
  /// How many references, of those that others inherit, are before it.
  let inherited: Int
}
