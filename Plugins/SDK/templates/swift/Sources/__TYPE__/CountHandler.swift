import ButtondKit

/// Puts the number in `state.__NAME__.count` behind the title.
struct CountHandler: UpdateHandler {
  func update(_ look: borrowing Look, in context: borrowing Context) {
    guard let count: Int = context.state("__NAME__.count") else { return }
    if let title = look.title, !title.isEmpty {
      look.title = "\(title) (\(count))"
    } else {
      look.title = "\(count)"
    }
  }
}
