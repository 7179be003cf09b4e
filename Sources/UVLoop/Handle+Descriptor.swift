import CLibuv
import Glibc

extension Handle {
  /// Gives a pipe struct a socket made elsewhere, which no child process is to inherit by accident.
  func adopt(_ descriptor: Int32) -> CInt {
    let code = uv_pipe_open(raw.assumingMemoryBound(to: uv_pipe_t.self), descriptor)
    if code == 0 { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    return code
  }

  /// The handle's open descriptor.
  func descriptor() -> Int32? {
    var descriptor: uv_os_fd_t = -1
    return uv_fileno(anyRaw, &descriptor) == 0 ? descriptor : nil
  }
}
