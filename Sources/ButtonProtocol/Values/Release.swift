/// The release that the programs are of: they say it, and the package is named after it.
package enum Release {
  /// Major, minor and patch, as in the changelog.
  package static let version = "0.1.0"
}
