/// Which rules of stylesheets are for which elements: by one name of each selector, and so for at
/// least those that match.
struct SVGRules {
  static let mostSelectors = 5_000
  /// How many comparisons of elements with selectors a renderer may need.
  static let mostMatches = 1_000_000
  /// What a class of an element counts for at least.
  private static let leastMatches = 20

  /// Groups of a graph that stand for what rules refer to, by what their properties do with it.
  struct Groups {
    var own: Int?
    var marker: Int?
    var paint: Int?
  }

  /// What selectors name, with a sign before it: `.class`, `#id`, ` name`, `*`.
  private var names = WordTable(["*"])
  /// By the numbers of names.
  private var groups = [Groups()]
  private var count = 0
  private var matches = 0
  private var word: [UInt8] = []

  var isEmpty: Bool { count == 0 }

  /// Adds what a rule refers to, for one of its selectors.
  mutating func add(
    _ selector: StyleSelector, _ found: Groups, in bytes: [UInt8], _ graph: inout SVGGraph
  ) throws(ImageFault) {
    let number =
      switch selector {
      case .any: 0
      case .type(let name): names.add(signed(" ", bytes[name]))
      case .named(let name): names.add(signed(".", bytes[name]))
      case .id(let name): names.add(signed("#", bytes[name]))
      }
    count += 1
    guard count <= SVGRules.mostSelectors else {
      throw ImageFault("has more than \(SVGRules.mostSelectors) selectors; simplify its style")
    }
    if number == groups.count { groups.append(Groups()) }
    if let own = found.own { graph.join(&groups[number].own, own) }
    if let marker = found.marker { graph.join(&groups[number].marker, marker) }
    if let paint = found.paint { graph.join(&groups[number].paint, paint) }
  }

  /// What the rules for an element refer to.
  mutating func groups(
    for element: SVGElement, in bytes: [UInt8]
  ) throws(ImageFault) -> [Groups] {
    if count == 0 { return [] }
    var found = [groups[0]]
    matches += count
    if let number = names.find(signed(" ", bytes[element.name])) { found.append(groups[number]) }
    if let id = element.id, let number = names.find(signed("#", bytes[id])) {
      found.append(groups[number])
    }
    if let classes = element.classes {
      for name in bytes[classes].split(whereSeparator: XMLText.isSpace)
      where matches <= SVGRules.mostMatches {
        matches += max(count, SVGRules.leastMatches)
        if let number = names.find(signed(".", name)) { found.append(groups[number]) }
      }
    }
    guard matches <= SVGRules.mostMatches else {
      throw ImageFault("has \(count) selectors for too many classes; simplify its style")
    }
    return found
  }

  private mutating func signed(
    _ sign: Unicode.Scalar, _ name: ArraySlice<UInt8>
  ) -> ArraySlice<UInt8> {
    word.removeAll(keepingCapacity: true)
    word.append(UInt8(ascii: sign))
    word.append(contentsOf: name)
    return word[...]
  }
}
