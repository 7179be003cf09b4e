extension HostileCase {
  /// What a plugin may write on its worker's status page.
  static let page = [
    HostileCase(
      "wipes its status page and crashes", .quarantined, report: "was ended by SIGABRT",
      declarations: forging,
      "memset((void *)page(), 0xff, 4096); abort();"),
    HostileCase(
      "says that it is idle and crashes", .quarantined, report: "was ended by SIGABRT",
      declarations: forging, "page()[2] = 1; abort();"),
    HostileCase(
      "says that it was trapped", .poisoned, report: "the plugin called reboot",
      declarations: forging + "\n#include <sys/syscall.h>",
      "page()[8] = SYS_reboot; page()[2] = 4; abort();"),
    HostileCase(
      "says that it was trapped for no call", .poisoned, report: "system call 123456789",
      declarations: forging, "page()[8] = 123456789; page()[2] = 4; abort();"),
    HostileCase(
      "blames a button that is not there", .quarantined, report: "was ended by SIGABRT",
      declarations: forging, "page()[4] = 4000000000u; abort();"),
    HostileCase(
      "cuts the page off", .poisoned, report: "the plugin called ftruncate",
      "if (ftruncate(4, 0) == 0) abort();"),
  ]
}
