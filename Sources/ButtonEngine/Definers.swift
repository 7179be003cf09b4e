/// The parts that change definitions: of buttons, of groups and of derived keys.
struct Definers {
  let buttons: ButtonDefiner
  let groups: GroupDefiner
  let keys: KeyDeriver
}
