/// The sandbox that a worker must be in before it loads its plugin.
package enum SandboxMode: String, Hashable, Sendable, CaseIterable {
  /// None: for debuggers and profilers.
  case off
  /// As much as the kernel supports; missing mechanisms are reported.
  case bestEffort = "best-effort"
  /// The worker refuses to load a plugin without Landlock or seccomp.
  case strict
}
