internal import ButtonModel

/// One part of an expression and where it stands.
struct Node {
  /// The byte of the source that an error about this part points to.
  let offset: Int
  /// What it is.
  let form: Form

  /// What a part of an expression is.
  indirect enum Form {
    case literal(Literal)
    /// A state key; `isChain` when it was written as `a.b` and a further `.c` belongs to it.
    case key(UTF8String, isChain: Bool)
    /// The variable of the macro around it.
    case variable
    /// `lost(key)`.
    case lost(UTF8String)
    /// `has(path)`.
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

  /// A value that stands in the source.
  enum Literal {
    case null
    case bool(Bool)
    case int(Int64)
    case double(Double)
    case string(UTF8String)
  }

  /// One of the macros over a list.
  struct Macro {
    let kind: MacroKind
    let range: Node
    /// What must hold of an element; `map` may go without.
    let predicate: Node?
    /// What `map` makes of an element.
    let transform: Node?
  }

  /// A text of a template, or an expression in it.
  enum TemplatePart {
    case text(UTF8String)
    case hole(Node, FormatVerb?)
  }
}
