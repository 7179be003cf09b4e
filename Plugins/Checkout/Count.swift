import ButtondKit

/// "Checkout 3": the number of items in the cart, 0 while nobody has said.
struct Count: UpdateHandler {
  func update(_ look: borrowing Look, in context: borrowing Context) {
    let items = context.state("checkout.itemCount", as: Int.self) ?? 0
    look.title = "Checkout \(items)"
  }
}
