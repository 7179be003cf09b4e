import ButtonStore

/// Names what there is at most one press for: one button and one client.
struct PressKey: Hashable {
  let slot: ButtonSlot
  let connection: ConnectionID
}
