/* CSandbox: shuts a worker in around the plugin that it loads.

   Two stages stand around dlopen(). The first lets the loader find libraries and nothing else, and
   holds while the library's constructors run; the second leaves a plugin what a resolver needs:
   memory, time, its locks, and the descriptors that are open. Neither needs root. Each layer that
   the kernel lacks is left out, and the report says which are in force. */
#ifndef CSANDBOX_H
#define CSANDBOX_H
#include <stdint.h>
#include <stddef.h>

/* Layers, as bits of a report. */
#define CSANDBOX_RLIMITS 1u      /* no core, no file growth, few descriptors, bounded address space */
#define CSANDBOX_NO_NEW_PRIVS 2u /* nothing that is executed gains rights, and root's are gone */
#define CSANDBOX_NOT_DUMPABLE 4u /* no other process of the user reads its memory */
#define CSANDBOX_MDWE 8u         /* memory that was writable never becomes executable */
#define CSANDBOX_LANDLOCK 16u    /* files, TCP, abstract sockets and signals, as the kernel's ABI knows */
#define CSANDBOX_SECCOMP 32u     /* system calls */

/* What the manifest permits, as bits of the options. */
#define CSANDBOX_PERMIT_THREADS 1u       /* starting threads */
#define CSANDBOX_PERMIT_SYSTEM_LOCALE 2u /* reading time zones and locales */
/* What no manifest permits. */
#define CSANDBOX_PERMIT_FILE_GROWTH 0x10000u /* writing to files that are open already */

/* What a worker is shut in with. */
typedef struct csandbox_options {
  const char *plugin_folder; /* the folder that the library is loaded from; absolute, borrowed */
  const char *resource_folder; /* whose files may be read in stage one; NULL for none */
  uint64_t address_space;    /* bytes for RLIMIT_AS; 0 leaves it as it is */
  uint32_t permissions;      /* CSANDBOX_PERMIT_… */
  const char *const *readable_folders; /* whose files may be read in both stages: a list that ends in
                                          NULL; NULL for none */
} csandbox_options;

/* What is in force. */
typedef struct csandbox_report {
  uint32_t layers;       /* CSANDBOX_… of the stages that have run */
  int32_t landlock_abi;  /* the kernel's Landlock ABI, 0 without Landlock */
  int32_t failed_errno;  /* why the first missing layer is missing, 0 when none is */
} csandbox_report;

/* Stage one, before the library is loaded. Fills the report; a missing layer is not a failure. */
void csandbox_enter_loading(const csandbox_options *options, csandbox_report *report);

/* Stage two, after the plugin has been created. Narrows what stage one left; the report then holds
   the layers that are in force in both stages. */
void csandbox_enter_running(const csandbox_options *options, csandbox_report *report);

/* Where the number of a trapped system call is written before the process ends with
   CSANDBOX_TRAP_EXIT; page points to the field, phase to one that is set to phase_trapped. Both may
   be NULL. To be called before stage one. */
void csandbox_set_trap_page(volatile int32_t *call, volatile uint32_t *phase,
                            uint32_t phase_trapped);

/* Stands for a clone that would have been a process, and not a thread, of whatever number. */
#define CSANDBOX_CALL_FORK 0x10000

/* With a number in its lower 16 bits, stands for a call of another architecture that the processor
   knows too: programs of 32 bits make them with int 0x80. */
#define CSANDBOX_CALL_FOREIGN 0x20000

/* The name of a system call of this architecture, NULL for an unknown number. Static. */
const char *csandbox_call_name(int32_t call);

/* The exit status of a process that was ended for a system call. */
#define CSANDBOX_TRAP_EXIT 80

#endif
