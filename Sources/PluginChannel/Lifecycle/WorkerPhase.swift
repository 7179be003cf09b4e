/// What a worker is doing; the raw values are those of the status page.
package enum WorkerPhase: UInt32, Hashable, Sendable {
  case starting, idle, resolving, stopping, trapped
}
