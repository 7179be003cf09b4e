import Glibc
import TestSupport
import Testing

@testable import UVLoop

extension UVLoopSuite {
  @Suite struct FileWatchTests {
    /// What a watch on a folder reports, up to the first event about `name`, after `change`.
    private func events(
      until name: String, in folder: TemporaryFolder, after change: () -> Void
    ) throws -> [FileWatch.Event] {
      var events: [FileWatch.Event] = []
      try withLoop { loop in
        let watch = try FileWatch(folder.path, on: loop) { result in
          #expect(throws: Never.self) { events.append(try result.get()) }
          if events.last?.name == name { loop.stop() }
        }
        #expect(watch.path == folder.path)
        change()
        loop.run()
      }
      return events
    }

    @Test func aNewFileIsSeen() throws {
      let folder = TemporaryFolder()
      let events = try events(until: "new", in: folder) { folder.write("x", to: "new") }
      #expect(events.first?.isRename == true)
    }

    @Test func aRenameIntoPlaceIsSeen() throws {
      let folder = TemporaryFolder()
      folder.write("old", to: "plugin.so")
      folder.write("new", to: "plugin.so.part")
      let events = try events(until: "plugin.so", in: folder) {
        rename(folder.file("plugin.so.part"), folder.file("plugin.so"))
      }
      #expect(events.last?.isRename == true)
    }

    @Test func aWriteIsSeen() throws {
      let folder = TemporaryFolder()
      let path = folder.write("", to: "file")
      let events = try events(until: "file", in: folder) {
        let file = open(path, O_WRONLY | O_CLOEXEC)
        write(file, "x", 1)
        close(file)
      }
      #expect(events.last?.isChange == true)
    }

    @Test func aMissingPathIsRefused() throws {
      let folder = TemporaryFolder()
      try withLoop { loop in
        let error = #expect(throws: UVError.self) {
          _ = try FileWatch(folder.file("absent"), on: loop) { _ in }
        }
        #expect(error?.code == .noSuchFile)
        #expect(error?.subject == folder.file("absent"))
        #expect(error?.operation == "watch")
      }
    }
  }
}
