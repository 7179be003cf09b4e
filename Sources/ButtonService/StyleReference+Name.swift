import ButtonModel

extension StyleReference {
  /// The style as a definition writes it.
  var name: String {
    switch self {
    case .system(let style): style.rawValue
    case .plugin(let entry): entry.text
    }
  }
}
