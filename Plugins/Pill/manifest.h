/* Written by `buttonctl plugin constants` from plugin.json: change that instead. */
#ifndef MANIFEST_H
#define MANIFEST_H

#define PLUGIN_ID "dev.buttond.pill"
#define PLUGIN_VERSION "1.0.0"

#define STYLE_PILL "style.pill"
/* Width of a line in the text's colour around the capsule, in points. */
#define PILL_OUTLINE "button.parameters.outline"
#define PILL_OUTLINE_DEFAULT 0.0

#endif /* MANIFEST_H */
