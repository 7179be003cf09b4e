/// What a worker is doing, as its status page says; the raw values are the page's.
package enum WorkerPhase: UInt32, Hashable, Sendable {
  case starting, idle, resolving, stopping, trapped
}
