import ButtonClient
import ButtonModel
import ButtonProtocol
import ButtonRender

extension ButtonClient {
  /// The images that looks name, as far as the daemon has them.
  func images(
    of looks: some Sequence<Appearance>
  ) async throws(ClientError) -> ImageSources {
    let names = Set(looks.flatMap { [$0.imageName, $0.backgroundImageName].compactMap(\.self) })
    var sources: ImageSources = [:]
    for name in names {
      guard let image = ImageName(name) else { continue }
      do throws(ClientError) {
        let file = try await send(ImagesGetRequest(image: image))
        sources[name.string] = ImageSource(type: file.type, data: file.data)
      } catch {
        guard error.code == .notFound else { throw error }
      }
    }
    return sources
  }
}
