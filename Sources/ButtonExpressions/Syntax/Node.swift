internal import ButtonModel

/// A part of an expression.
struct Node {
  /// The byte of the source that errors point to.
  let offset: Int
  let form: Form

  indirect enum Form {
    case literal(Literal)
    /// `isChain` if it was written as `a.b`, so that a further `.c` belongs to it.
    case key(UTF8String, isChain: Bool)
    /// The variable of the macro around it.
    case variable
    case lost(UTF8String)
    case has(Node)
    /// `path.orValue(other)`.
    case orValue(Node, Node)
    case index(Node, Node, isOptional: Bool)
    case unary(UnaryOperator, Node)
    case arithmetic(Arithmetic, Node, Node)
    case comparison(ComparisonOperator, Node, Node)
    case membership(Node, Node)
    case logical(Logical, Node, Node)
    case conditional(Node, Node, Node)
    case list([Node])
    case map([(name: Node, value: Node)])
    /// A method's receiver is its first argument.
    case call(Function, [Node])
    case macro(Macro)
    case template([TemplatePart])
  }

  enum Literal {
    case null
    case bool(Bool)
    case int(Int64)
    case double(Double)
    case string(UTF8String)
  }

  struct Macro {
    let kind: MacroKind
    let range: Node
    /// Applies to each element; optional for `map`.
    let predicate: Node?
    /// What `map` makes of each element.
    let transform: Node?
  }

  enum TemplatePart {
    case text(UTF8String)
    case hole(Node, FormatVerb?)
  }
}
