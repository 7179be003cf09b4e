/* Written by `buttonctl plugin constants` from plugin.json: change that instead. */
#ifndef MANIFEST_H
#define MANIFEST_H

#define PLUGIN_ID "__ID__"
#define PLUGIN_VERSION "1.0.0"

#define STYLE___UPPER__ "style.__NAME__"
/* Radius of the corners, in points. */
#define __UPPER___RADIUS "button.parameters.radius"
#define __UPPER___RADIUS_DEFAULT 10.0

#define HANDLER_COUNT "handler.count"

#endif /* MANIFEST_H */
