extension String {
  /// The text with control characters spelled out, so that it cannot steer a terminal.
  var withoutControls: String {
    guard unicodeScalars.contains(where: { $0.isControl }) else { return self }
    var text = ""
    for scalar in unicodeScalars {
      if scalar.isControl {
        text += "\\u{\(String(scalar.value, radix: 16))}"
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}

extension Unicode.Scalar {
  fileprivate var isControl: Bool { properties.generalCategory == .control }
}

extension String {
  /// The same for a text of several lines.
  var withoutControlsInLines: String {
    split(separator: "\n", omittingEmptySubsequences: false).map { String($0).withoutControls }
      .joined(separator: "\n")
  }
}
