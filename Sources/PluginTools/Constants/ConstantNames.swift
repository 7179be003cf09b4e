/// Gives each name of a manifest a separate identifier, though several may have the same words.
struct ConstantNames {
  private var taken: Set<String>
  /// What stands before the number of a second one.
  private let separator: String

  /// Names of a scope in which some are taken.
  init(taken: Set<String>, separator: String = "") {
    self.taken = taken
    self.separator = separator
  }

  /// The identifier that is wanted, or where it is taken the first that is free with a number behind it.
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
