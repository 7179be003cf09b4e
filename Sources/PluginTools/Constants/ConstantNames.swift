/// Gives each name of a manifest a unique identifier, though several may have the same words.
struct ConstantNames {
  private var taken: Set<String>
  /// Before the number of a duplicate.
  private let separator: String

  init(taken: Set<String>, separator: String = "") {
    self.taken = taken
    self.separator = separator
  }

  /// Returns the wanted identifier or, if it is taken, the first free one with a number appended.
  mutating func take(_ wanted: String) -> String {
    var name = wanted
    var number = 2
    while !taken.insert(name).inserted {
      name = "\(wanted)\(separator)\(number)"
      number += 1
    }
    return name
  }
}
