import CSystem

/// Limits that the system sets for this process.
package enum ResourceLimit {
  /// Raises the number of descriptors that may be open from the usual soft limit (1,024) to the hard
  /// one and returns what holds now. Child processes inherit it.
  @discardableResult
  package static func raiseOpenFiles() throws(UVError) -> UInt64 {
    var limit: UInt64 = 0
    try checked(csystem_raise_open_files(&limit), "raise", "the limit of open files")
    return limit
  }
}
