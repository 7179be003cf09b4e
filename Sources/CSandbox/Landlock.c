/* Files, TCP, abstract sockets and signals, by Landlock. */
#define _GNU_SOURCE
#include "Stages.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <link.h>
#include <linux/landlock.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Newer than the headers of some systems: the numbers are the kernel's, for good. */
enum {
  access_fs_truncate = 1 << 14, /* ABI 3 */
  access_fs_ioctl_dev = 1 << 15, /* ABI 5 */
  access_net_tcp = 3,           /* ABI 4: bind and connect */
  scope_all = 3,                /* ABI 6: abstract Unix sockets and signals */
};

/* struct landlock_ruleset_attr as ABI 6 has it. */
struct ruleset {
  uint64_t handled_access_fs;
  uint64_t handled_access_net;
  uint64_t scoped;
};

static const uint64_t read_file = LANDLOCK_ACCESS_FS_READ_FILE;
static const uint64_t read_and_execute = LANDLOCK_ACCESS_FS_READ_FILE |
    LANDLOCK_ACCESS_FS_READ_DIR | LANDLOCK_ACCESS_FS_EXECUTE;

int csandbox_landlock_abi(void) {
  long abi = syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
  return abi > 0 ? (int)abi : 0;
}

/* A ruleset that refuses all that the kernel's ABI can refuse; its descriptor. */
static int make_ruleset(int abi) {
  struct ruleset rules = {.handled_access_fs = (1 << 13) - 1};
  size_t size = sizeof rules.handled_access_fs;
  if (abi >= 2) rules.handled_access_fs |= LANDLOCK_ACCESS_FS_REFER;
  if (abi >= 3) rules.handled_access_fs |= access_fs_truncate;
  if (abi >= 4) {
    rules.handled_access_net = access_net_tcp;
    size = offsetof(struct ruleset, scoped);
  }
  if (abi >= 5) rules.handled_access_fs |= access_fs_ioctl_dev;
  if (abi >= 6) {
    rules.scoped = scope_all;
    size = sizeof rules;
  }
  return (int)syscall(SYS_landlock_create_ruleset, &rules, size, 0);
}

/* Lets a path be used; one that is not there needs no rule. */
static void permit(int ruleset, const char *path, uint64_t access) {
  int parent = open(path, O_PATH | O_CLOEXEC);
  if (parent < 0) return;
  struct stat info;
  if (fstat(parent, &info) == 0) {
    if (!S_ISDIR(info.st_mode)) access &= ~(uint64_t)LANDLOCK_ACCESS_FS_READ_DIR;
    struct landlock_path_beneath_attr rule = {.allowed_access = access, .parent_fd = parent};
    (void)syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
  }
  close(parent);
}

/* Lets the folder of a library that is loaded be used: its neighbours may be needed too. */
static int permit_folder_of(struct dl_phdr_info *info, size_t size, void *ruleset) {
  (void)size;
  const char *slash = info->dlpi_name == NULL ? NULL : strrchr(info->dlpi_name, '/');
  if (slash == NULL || slash == info->dlpi_name) return 0;
  char folder[PATH_MAX];
  size_t length = (size_t)(slash - info->dlpi_name);
  if (length >= sizeof folder) return 0;
  memcpy(folder, info->dlpi_name, length);
  folder[length] = 0;
  permit(*(int *)ruleset, folder, read_and_execute);
  return 0;
}

static void permit_locale(int ruleset) {
  static const char *const paths[] = {
    "/etc/localtime", "/usr/share/zoneinfo", "/usr/lib/locale", "/usr/share/locale",
    "/usr/share/i18n",
  };
  for (size_t i = 0; i < sizeof paths / sizeof *paths; i++)
    permit(ruleset, paths[i], LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR);
}

static void permit_readable(int ruleset, const csandbox_options *options) {
  if (options->readable_folders == NULL) return;
  for (const char *const *path = options->readable_folders; *path != NULL; path++)
    permit(ruleset, *path, LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR);
}

/* Puts a ruleset in force and closes it. */
static int enter(int ruleset) {
  int result = (int)syscall(SYS_landlock_restrict_self, ruleset, 0);
  int why = errno;
  close(ruleset);
  errno = why;
  return result;
}

int csandbox_landlock_loading(const csandbox_options *options, int abi) {
  static const char *const libraries[] = {"/lib", "/lib64", "/usr/lib", "/usr/lib64",
                                          "/usr/local/lib"};
  static const char *const files[] = {"/etc/ld.so.cache", "/dev/null", "/dev/urandom",
                                      "/proc/self", "/proc/cpuinfo", "/proc/meminfo",
                                      "/sys/devices/system/cpu"};
  int ruleset = make_ruleset(abi);
  if (ruleset < 0) return -1;
  for (size_t i = 0; i < sizeof libraries / sizeof *libraries; i++)
    permit(ruleset, libraries[i], read_and_execute);
  for (size_t i = 0; i < sizeof files / sizeof *files; i++) permit(ruleset, files[i], read_file);
  dl_iterate_phdr(permit_folder_of, &ruleset);
  permit(ruleset, options->plugin_folder, read_and_execute);
  if (options->resource_folder != NULL)
    permit(ruleset, options->resource_folder,
           LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR);
  permit_locale(ruleset);
  permit_readable(ruleset, options);
  return enter(ruleset);
}

int csandbox_landlock_running(const csandbox_options *options, int abi) {
  int ruleset = make_ruleset(abi);
  if (ruleset < 0) return -1;
  if (options->permissions & CSANDBOX_PERMIT_SYSTEM_LOCALE) permit_locale(ruleset);
  permit_readable(ruleset, options);
  return enter(ruleset);
}
