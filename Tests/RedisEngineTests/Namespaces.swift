import TestSupport
import Testing

/// Whether programs may have a network and mounts of their own here.
enum Namespaces {
  static let areAllowed =
    (try? Program.run("/usr/bin/unshare", ["-n", "-m", "-u", "/bin/true"]))?.end == .exited(0)
}

extension Trait where Self == ConditionTrait {
  /// The test lays cables or mounts.
  static var inNamespaces: Self {
    .enabled(
      if: Namespaces.areAllowed,
      "unshare -n -m -u is refused here: only root may, and in some containers not even root")
  }
}
