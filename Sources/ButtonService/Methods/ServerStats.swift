import ButtonEngine
import ButtonModel
import ButtonProtocol
import ButtonStore
import JSONRPC

enum ServerStats: Handler {
  typealias Message = ServerStatsRequest

  static func handle(
    _ call: Call, into writer: inout JSONWriter
  ) throws(ProtocolError) -> Outcome {
    _ = try ServerStatsRequest(params: call.params)
    let start = writer.count
    ServerStatsResponse(
      version: Release.version, durability: call.engine.durability,
      figures: call.service.allFigures,
      plugins: call.service.pluginListings.map { PluginFigures($0) },
      sources: call.service.sourceListings.map { SourceFigures($0) },
      leases: call.engine.leaseReports(atMost: ServerStatsResponse.maximumLeases).map { report in
        LeaseFigures(
          name: report.name.string, keys: report.keys, lostKeys: report.lostKeys,
          holders: report.holders)
      }, fleet: call.service.fleet?.statuses ?? []
    ).write(into: &writer)
    call.chargeListing(from: start, to: writer.count)
    return .answered
  }
}

extension Service {
  fileprivate var allFigures: [ServerStatsResponse.Figure] {
    let statistics = engine.statistics
    let counters: [(String, UInt64)] = [
      ("revision", engine.revision), ("tick", engine.tick), ("ticks", statistics.ticks),
      ("frames", statistics.frames), ("resolves", statistics.resolves),
      ("looks", statistics.looks), ("batches", statistics.batches),
      ("lateAnswers", statistics.lateAnswers), ("staleAnswers", statistics.staleAnswers),
      ("changeSets", statistics.changeSets), ("writes", statistics.writes),
      ("updateRequests", statistics.updateRequests), ("journalGroups", statistics.journalGroups),
      ("journalEntries", statistics.journalEntries),
      ("journalFailures", statistics.journalFailures),
    ]
    let gauges: [(String, Int)] = [
      ("requests", requestCount), ("errors", errorCount), ("throttles", throttleCount),
      ("connections", sessionCount),
      ("stalledClients", engine.blockedConnectionCount), ("buttons", engine.buttonCount),
      ("groups", engine.groupCount), ("images", engine.imageCount),
      ("imageBytes", engine.imageBytes),
      ("keys", engine.store.presentKeyCount), ("leasedKeys", engine.leasedKeyCount),
      ("lostKeys", engine.lostKeyCount),
      ("stateBytes", engine.store.valueBytes),
      ("definitionBytes", engine.definitionBytes),
      ("unsettled", engine.unsettledCount), ("unsaved", engine.unsavedCount),
      ("durabilityLost", engine.isDurabilityLost ? 1 : 0),
    ]
    return counters.map { .init($0, Int(clamping: $1)) } + gauges.map { .init($0, $1) }
      + additionalFigures()
  }
}
