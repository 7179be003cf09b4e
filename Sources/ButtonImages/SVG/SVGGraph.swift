/// Which parts of a picture lead to which others, and what each costs when all is followed.
///
/// A node is an element, or a group that stands for others: for those with an id, for what a rule
/// refers to.
struct SVGGraph {
  /// How a node leads to another one.
  enum Way: UInt8 {
    /// A child: drawn with its parent, or what a group stands for.
    case nested
    /// A child that is drawn only where something refers to it.
    case kept
    /// What `use` draws in its place, with the styles that `use` inherits.
    case drawn
    /// What the element itself is filtered, masked or clipped with, or takes its shape from.
    case applied
    /// What each shape that is drawn here is painted with.
    case painted
    /// What is drawn at each vertex here.
    case marked
  }

  /// What a node costs.
  private struct Totals {
    var burden = SVGBurden()
    /// Elements that are drawn in place, those at vertices included.
    var shapes = 0
    /// Vertices that are drawn in place.
    var vertices = 0
    /// Elements below each other.
    var depth = 0

    mutating func add(_ other: Totals) {
      burden += other.burden
      shapes = min(shapes + other.shapes, SVGBurden.bound)
      vertices = min(vertices + other.vertices, SVGBurden.bound)
    }
  }

  private struct Node {
    var own: SVGBurden
    let isElement: Bool
    var isPainted = false
    var vertices: Int32 = 0
    var firstEdge: Int32 = -1
    /// The number of the id that the group stands for.
    var id: Int32 = -1
  }

  private struct Edge {
    let target: Int32
    let way: Way
    let next: Int32
  }

  private var nodes: [Node] = []
  private var edges: [Edge] = []

  /// Nodes and edges: the steps of `check` are in proportion.
  var size: Int { nodes.count + edges.count }

  /// Adds an element.
  mutating func addElement(own: SVGBurden, isPainted: Bool) -> Int {
    nodes.append(Node(own: own, isElement: true, isPainted: isPainted))
    return nodes.count - 1
  }

  /// Adds a group; `id` is the number of the id that its members have.
  mutating func addGroup(own: SVGBurden = SVGBurden(), id: Int? = nil) -> Int {
    var node = Node(own: own, isElement: false)
    if let id { node.id = Int32(id) }
    nodes.append(node)
    return nodes.count - 1
  }

  mutating func connect(_ node: Int, to target: Int, _ way: Way) {
    edges.append(Edge(target: Int32(target), way: way, next: nodes[node].firstEdge))
    nodes[node].firstEdge = Int32(edges.count - 1)
  }

  /// Makes a group, which is made if need be, stand for another node, too.
  mutating func join(_ group: inout Int?, _ other: Int) {
    let number = group ?? addGroup()
    connect(number, to: other, .nested)
    group = number
  }

  mutating func add(_ burden: SVGBurden, to node: Int) { nodes[node].own += burden }

  mutating func add(vertices: Int, to node: Int) { nodes[node].vertices += Int32(vertices) }

  /// Follows everything from a node on, each node once. Throws where something leads to itself or
  /// costs too much; `ids` are for the message.
  func check(from root: Int, ids: WordTable) throws(ImageFault) {
    var totals = [Totals?](repeating: nil, count: nodes.count)
    var isOpen = [Bool](repeating: false, count: nodes.count)
    // The nodes that are being followed, each with its next edge.
    var path: [(node: Int, edge: Int32)] = [(root, nodes[root].firstEdge)]
    isOpen[root] = true
    while let (node, edge) = path.last {
      guard edge >= 0 else {
        totals[node] = total(of: node, totals)
        isOpen[node] = false
        path.removeLast()
        continue
      }
      path[path.count - 1].edge = edges[Int(edge)].next
      let target = Int(edges[Int(edge)].target)
      if isOpen[target] { throw loop(path.map(\.node), to: target, ids) }
      if totals[target] == nil {
        isOpen[target] = true
        path.append((target, nodes[target].firstEdge))
      }
    }
    guard let total = totals[root] else { return }
    try total.burden.check()
    if total.depth > XMLScanner.deepest {
      throw ImageFault(
        "is nested deeper than \(XMLScanner.deepest) elements, each reference followed")
    }
  }

  /// What a node costs, when its targets are known.
  private func total(of index: Int, _ totals: [Totals?]) -> Totals {
    let node = nodes[index]
    var sum = Totals()
    // What inherits from here because it is drawn in place of this element.
    var heirs = Totals()
    var (paint, mark) = (Totals(), Totals())
    var edge = node.firstEdge
    while edge >= 0 {
      let way = edges[Int(edge)].way
      if let target = totals[Int(edges[Int(edge)].target)] {
        sum.depth = max(sum.depth, target.depth)
        switch way {
        case .nested: sum.add(target)
        // Browsers copy it with its parent, which `use` may draw.
        case .kept: sum.burden += SVGBurden(.elements, target.burden[.elements])
        case .drawn:
          sum.add(target)
          heirs.add(target)
        case .applied: sum.burden += target.burden
        case .painted: paint.add(target)
        case .marked: mark.add(target)
        }
      }
      edge = edges[Int(edge)].next
    }
    sum.burden += node.own
    sum.vertices = min(sum.vertices + Int(node.vertices), SVGBurden.bound)
    guard node.isElement else { return sum }
    let marks = min(Int(node.vertices) + heirs.vertices, SVGBurden.bound)
    // A marker can be painted as its element is.
    let marked = min(marks * mark.shapes, SVGBurden.bound)
    let painted = (node.isPainted ? 1 : 0) + heirs.shapes + marked
    sum.shapes = min(sum.shapes + marked + 1, SVGBurden.bound)
    sum.burden += mark.burden * marks
    sum.burden += paint.burden * painted
    sum.depth += 1
    return sum
  }

  private func loop(_ path: [Int], to target: Int, _ ids: WordTable) -> ImageFault {
    let nodes = path.drop { $0 != target }.map { self.nodes[$0] }
    let id = nodes.first { $0.id >= 0 }.map { ImageFault.excerpt(ids[Int($0.id)]) }
    return ImageFault("draws itself without end through #\(id ?? ""): remove the reference")
  }
}
