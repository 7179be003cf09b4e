/* A descriptor that becomes readable at a time of the day, and when somebody sets the clock. */
#ifndef CSYSTEM_ALARM_H
#define CSYSTEM_ALARM_H
#include <stdint.h>

/* Milliseconds since 1970, on the coarse clock. */
int64_t csystem_wall_milliseconds(void);

/* A new alarm, not set, close-on-exec; or a negated errno. The caller closes it. */
int csystem_alarm_create(void);

/* Sets the alarm to a time in milliseconds since 1970, in place of the last one; it goes off once the
   coarse clock has reached the time, at once if it has. */
int csystem_alarm_set(int fd, int64_t milliseconds);

#define CSYSTEM_ALARM_OTHER 0 /* the other descriptor can be read, or is closed */
#define CSYSTEM_ALARM_DUE 1   /* the alarm went off */
#define CSYSTEM_ALARM_SET 2   /* the clock was set: no time that was waited for means anything */

/* Waits for the alarm or until the other descriptor can be read, which comes first. */
int csystem_alarm_wait(int fd, int other);

#endif
