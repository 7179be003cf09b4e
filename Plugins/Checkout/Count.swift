import ButtondKit

/// "Checkout 3": the number of items in the cart, 0 while nothing has said how many.
struct Count: UpdateHandler {
  func update(_ look: borrowing Look, in context: borrowing Context) {
    look.title = "Checkout \(context.state(Manifest.checkoutItemCount) ?? 0)"
  }
}
