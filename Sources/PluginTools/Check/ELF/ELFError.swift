/// Why a file is not a library that can be read.
package struct ELFError: Error, Hashable, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}
