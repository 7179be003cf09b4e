import ButtondKit

/// A filled shape that is red while `state.__NAME__.isUrgent` is true.
///
/// All pairs of colours have a contrast of 4.5 and more; the ring of the focus and the spinner of a
/// busy button come from the base.
struct __TYPE__Style: ButtonStyle {
  func update(_ look: borrowing Look, in context: borrowing Context) {
    look.cornerStyle = .fixed
    look.background.cornerRadius = context[Manifest.__TYPE__Style.radius]
    guard context.isEnabled else {
      look.background.color = .rgba(context.isDark ? 0x3A3A_3CFF : 0xE5E5_EAFF)
      look.foregroundColor = .rgba(context.isDark ? 0xB4B4_BAFF : 0x5858_5EFF)
      return
    }
    let isUrgent = context.state("__NAME__.isUrgent") ?? false
    let fill: UInt32 =
      switch (isUrgent, context.isSelected, context.isHighlighted) {
      case (true, _, false): 0xB326_1EFF
      case (true, _, true): 0x8C1D_18FF
      case (false, false, false): 0x0B63_BAFF
      case (false, false, true): 0x084A_8CFF
      case (false, true, false): 0x0A3D_73FF
      case (false, true, true): 0x0629_4FFF
      }
    look.background.color = .rgba(fill)
    look.foregroundColor = .white
  }
}
