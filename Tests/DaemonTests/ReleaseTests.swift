import FoundationEssentials
import Glibc
import TestSupport
import Testing

extension DaemonFileTests {
  /// What a release kept is read by every later one: `Tests/Fixtures/releases` has of each release the state that
  /// its daemon left, and what that daemon answered from it. `BUTTOND_RECORD=1` writes those of this version.
  @Suite struct ReleaseTests {
    private static let folder = Products.source("Tests/Fixtures/releases")
    private static let releases =
      (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []

    /// One of everything that is kept.
    private static let inputs = [
      (
        "state.set",
        #"{"values":{"text":"Grüße \"Zoë\"\n","whole":9007199254740993,"real":0.1,"yes":true,"list":[1,"a",null],"map":{"a":{"b":2}}}}"#
      ),
      ("state.derive", #"{"keys":{"gross":"net.orValue(2.0) * 1.19"}}"#),
      (
        "groups.define",
        ##"{"groups":[{"id":"bar","tint":"#FF2D55","isEnabled":true,"controlSize":"large"}]}"##
      ),
      (
        "buttons.define",
        #"""
        {"buttons":[
        {"id":"pay","style":"filled","group":"bar","configuration":{"title":{"template":"Pay {gross:%.2f}"},"image":"cart"},
        "isEnabled":{"cel":"gross > 0.0"},"action":{"name":"pay","payload":{"a":[1]},"operations":[{"op":"increment","key":"paid"}]},
        "longPress":{"action":{"name":"void"}}},
        {"id":"more","style":"gray","menu":[{"id":"one","title":"One"},{"id":"two","title":"Two"}],"shortcut":"cmd+m"},
        {"id":"dark","style":"plain","configuration":{"title":"Dark"},"togglesSelection":"isDark"}]}
        """#.replacing("\n", with: "")
      ),
      ("buttons.patch", #"{"id":"dark","configuration":{"subtitle":"mode"}}"#),
      ("buttons.trigger", #"{"id":"pay"}"#), ("buttons.trigger", #"{"id":"dark"}"#),
    ]

    private static let questions = [
      ("state.get", "{}"), ("state.derived", "{}"), ("buttons.definitions", #"{"match":"*"}"#),
      ("buttons.list", "{}"), ("groups.list", "{}"), ("groups.get", "{}"),
      ("buttons.get", #"{"match":"*"}"#),
    ]

    private static func write() throws {
      let kept = try KeptState()
      let client = try kept.start()
      for (method, parameters) in inputs { try client.call(method, parameters) }
      try client.call("sync")
      let answers = try questions.map { method, parameters in
        let result = try client.call(method, parameters)
        return #"{"method":"\#(method)","params":\#(parameters),"result":\#(result.text)}"#
      }
      let version = try #require(try client.call("hello", #"{"client":"t"}"#)["version"]?.string)
      try kept.stop()
      let release = "\(folder)/\(version)"
      try FileManager.default.createDirectory(
        atPath: release, withIntermediateDirectories: true)
      try Data(FileBytes.read(kept.file)).write(to: URL(filePath: "\(release)/buttond.sqlite"))
      try Data((answers.joined(separator: "\n") + "\n").utf8)
        .write(to: URL(filePath: "\(release)/answers.jsonl"))
    }

    @Test func thereIsARelease() throws {
      if getenv("BUTTOND_RECORD") != nil { try Self.write() }
      #expect(!Self.releases.isEmpty)
    }

    @Test(arguments: releases) func whatItKeptIsAnsweredAsItAnswered(release: String) throws {
      let kept = try KeptState()
      mkdir(kept.state, 0o700)
      try Data(FileBytes.read("\(Self.folder)/\(release)/buttond.sqlite"))
        .write(to: URL(filePath: kept.file))
      chmod(kept.file, 0o600)
      let client = try kept.start()
      let lines = String(
        decoding: try FileBytes.read("\(Self.folder)/\(release)/answers.jsonl"), as: UTF8.self)
      for line in lines.split(separator: "\n") {
        let was = try JSONTree(parsing: String(line))
        let method = try #require(was["method"]?.string)
        let result = try client.call(method, try #require(was["params"]).text)
        let difference = Self.loss(of: try #require(was["result"]), in: result, at: method)
        #expect(difference == nil, "\(difference ?? "")")
      }
    }

    /// Where a value lacks what an earlier one had; it may have more members. Ticks and epochs are of one run, a start
    /// may raise the revision, and of looks only the title is promised.
    private static func loss(of was: JSONTree, in now: JSONTree, at place: String) -> String? {
      switch (was, now) {
      case (.object(let members), .object):
        members.lazy.filter { !["tick", "epoch"].contains($0.name) }.compactMap { member in
          let place = "\(place).\(member.name)"
          guard let value = now[member.name] else { return "\(place) is gone" }
          return switch member.name {
          case "revision":
            (value.int ?? 0) >= (member.value.int ?? 0)
              ? nil : "\(place) has gone back to \(value.text)"
          case "appearance":
            member.value["title"] == value["title"] ? nil : "\(place) is \(value.text)"
          default: loss(of: member.value, in: value, at: place)
          }
        }.first
      case (.array(let old), .array(let new)) where old.count == new.count:
        zip(old, new).enumerated().lazy.compactMap { index, pair in
          loss(of: pair.0, in: pair.1, at: "\(place)[\(index)]")
        }.first
      default: was == now ? nil : "\(place) was \(was.text), and is \(now.text)"
      }
    }
  }
}
