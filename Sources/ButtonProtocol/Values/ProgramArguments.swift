import CPlatform

/// The program's command line, which does not depend on what libraries did before `main`.
package enum ProgramArguments {
  /// The arguments after the program's name.
  package static var words: [String] { (1..<max(1, csystem_argument_count())).compactMap(word) }

  /// How the program was called; nil for an empty argument vector.
  package static var program: String? { word(0) }

  private static func word(_ index: Int32) -> String? {
    csystem_argument(index).map { String(cString: $0) }
  }
}
