import ButtonModel
import ButtonResolver

/// A theme's file: tokens that plugins can read, or errors that say where.
@c(LLVMFuzzerTestOneInput)
func fuzz(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let file = ThemeFile(UnsafeRawBufferPointer(start: bytes, count: count), filledFrom: .builtIn)
  for remark in file.errors + file.warnings {
    precondition(!remark.message.isEmpty, "a remark without words")
  }
  for token in file.theme.tokens {
    precondition(StateKey.isValid(token.path), "a token that no plugin can name")
    switch token.value {
    case .json(let text):
      let isColor = text.bytes.withUnsafeBytes { Color(themeValue: $0) } != nil
      precondition(isColor && token.type == .color, "a text that is not a colour")
    case .double(let number): precondition(number.isFinite, "a number that JSON has not")
    case .string: break
    case .null, .bool, .int: preconditionFailure("a value of a kind that themes have not")
    }
  }
  for essential in Theme.builtIn.essentials where file.errors.isEmpty && !file.theme.tokens.isEmpty
  {
    precondition(
      file.theme[essential.path]?.type == essential.type, "an essential token is missing")
  }
  return 0
}
