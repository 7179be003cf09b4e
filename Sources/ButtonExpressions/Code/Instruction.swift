/// One step of a compiled expression: it takes operands from a stack and puts its value there.
///
/// Targets of jumps are places in the code.
enum Instruction: Sendable {
  /// Puts a constant there, by its place among the program's constants.
  case constant(UInt16)
  /// Reads a key by its slot.
  case read(UInt8)
  /// Asks by slot whether what feeds a key is gone.
  case lost(UInt8)
  /// The element of the macro around it.
  case variable
  case negate
  case not
  case arithmetic(Arithmetic)
  case compare(ComparisonOperator)
  case membership
  case index(isOptional: Bool)
  /// Whether the operand is there.
  case present
  case jump(UInt16)
  /// Jumps to `otherwise` when the condition is false, with its failure to `end`.
  case branch(otherwise: UInt16, end: UInt16)
  /// Jumps when the operand alone decides, which it then is the value of.
  case shortCut(Logical, UInt16)
  case logical(Logical)
  /// Jumps when the operand is there; else takes it away.
  case unlessAbsent(UInt16)
  /// Makes a list of that many operands.
  case list(UInt16)
  /// Makes a map of that many pairs of operands.
  case map(UInt16)
  /// Calls with that many arguments.
  case call(Function, UInt16)
  /// Formats that many operands above the format.
  case format(UInt16)
  /// Begins to go through the operand; jumps if that cannot be.
  case begin(MacroKind, end: UInt16)
  /// Goes on to the next element; behind the last, leaves the macro's value and jumps.
  case next(MacroKind, end: UInt16)
  /// Takes a predicate's value into account; goes back to `next` or, when it decides, to `end`.
  case step(MacroKind, next: UInt16, end: UInt16)
  /// Goes back to `next` when the predicate of a `map` is false, and to `end` when it has none.
  case select(next: UInt16, end: UInt16)
  /// Makes a text of a template's hole: of nothing when it is absent.
  case hole
  /// The same with a verb, by its place among the program's verbs.
  case formattedHole(UInt16)
  /// Joins that many texts.
  case join(UInt16)
}
