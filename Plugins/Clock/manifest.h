/* Written by `buttonctl plugin constants` from plugin.json: change that instead. */
#ifndef MANIFEST_H
#define MANIFEST_H

#define PLUGIN_ID "dev.buttond.clock"
#define PLUGIN_VERSION "1.0.0"

#define STYLE_CLOCK "style.clock"
/* Minutes by which the time is ahead of UTC. */
#define CLOCK_OFFSET "button.parameters.offset"
#define CLOCK_OFFSET_DEFAULT 0
/* Whether the time has seconds: 14:05:09. */
#define CLOCK_SECONDS "button.parameters.seconds"
#define CLOCK_SECONDS_DEFAULT 0

#define HANDLER_TIME "handler.time"
/* Minutes by which the time is ahead of UTC. */
#define TIME_OFFSET "button.parameters.offset"
#define TIME_OFFSET_DEFAULT 0
/* Whether the time has seconds: 14:05:09. */
#define TIME_SECONDS "button.parameters.seconds"
#define TIME_SECONDS_DEFAULT 0

#endif /* MANIFEST_H */
