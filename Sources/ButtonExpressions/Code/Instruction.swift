/// An instruction: pops operands and pushes a value. Jump targets are indexes into the code.
enum Instruction: Sendable {
  /// Pushes a constant by its index among the program's constants.
  case constant(UInt16)
  case read(UInt8)
  /// Whether the key's source is gone, by slot.
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
  /// Jumps to `otherwise` if the condition is false, and to `end` if it failed.
  case branch(otherwise: UInt16, end: UInt16)
  /// Jumps if the operand decides alone; it is then the value.
  case shortCut(Logical, UInt16)
  case logical(Logical)
  /// Jumps if the operand is there, otherwise pops it.
  case unlessAbsent(UInt16)
  /// Makes a list from this many operands.
  case list(UInt16)
  /// Makes a map from this many pairs of operands.
  case map(UInt16)
  /// Calls a function with this many arguments.
  case call(Function, UInt16)
  /// Formats this many operands above the format.
  case format(UInt16)
  /// Begins to iterate over the operand; jumps if that fails.
  case begin(MacroKind, end: UInt16)
  /// Advances to the next element; after the last, pushes the macro's value and jumps.
  case next(MacroKind, end: UInt16)
  /// Applies the body's value; goes back to `next` or, if it decides, to `end`.
  case step(MacroKind, next: UInt16, end: UInt16)
  /// Goes back to `next` if the predicate of a `map` is false, and to `end` if it failed.
  case select(next: UInt16, end: UInt16)
  /// Makes a text of a template's hole; it is empty if the value is absent.
  case hole
  /// The same with a verb, by its index among the program's verbs.
  case formattedHole(UInt16)
  /// Joins this many texts.
  case join(UInt16)
}
