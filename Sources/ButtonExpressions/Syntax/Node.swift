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
    case comparison(Comparison, Node, Node)
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

/// `-x` and `!x`.
enum UnaryOperator: String, Sendable {
  case negate = "-"
  case not = "!"
}

/// The operators that compute.
enum Arithmetic: String, Sendable {
  case add = "+"
  case subtract = "-"
  case multiply = "*"
  case divide = "/"
  case remainder = "%"

  /// The types of which it takes two.
  var operands: KindSet {
    switch self {
    case .add: [.int, .double, .string, .list]
    case .subtract, .multiply, .divide: .number
    case .remainder: .int
    }
  }
}

/// The operators that compare.
enum Comparison: String, Sendable {
  case less = "<"
  case lessOrEqual = "<="
  case greater = ">"
  case greaterOrEqual = ">="
  case equal = "=="
  case notEqual = "!="

  /// Whether it asks for an order.
  var isOrder: Bool { self != .equal && self != .notEqual }
}

/// `&&` and `||`.
enum Logical: String, Sendable {
  case and = "&&"
  case or = "||"

  /// The operand that decides alone.
  var decisive: Bool { self == .or }
}

/// The macros that go through a list or the names of a map.
enum MacroKind: String, CaseIterable, Sendable {
  case all
  case exists
  case existsOne = "exists_one"
  case filter
  case map
}
