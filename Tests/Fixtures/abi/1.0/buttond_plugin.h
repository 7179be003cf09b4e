/* buttond_plugin.h - the buttond style-plugin ABI, major 1.
 *
 * SPDX-License-Identifier: Apache-2.0
 *
 * A plugin is one shared library that exports one function, buttond_plugin_v1(), and a plugin.json
 * beside it. It runs in its own worker process, which calls resolve() for every button that
 * has to be drawn again: the plugin reads through get() and says how the button looks through set().
 * The host remembers what was read; when any of it changes, resolve() is called again. There is
 * nothing to subscribe to and nothing to cache.
 *
 * Plain C99 and C++98, no dependency but stdint.h and stddef.h. Build with
 *     cc -shared -fPIC -fvisibility=hidden -o libMine.so Mine.c
 *
 * THREADS. Tags in brackets stand before every function:
 *   [main]             on the worker's main thread, from within a call the host made into the plugin
 *   [main, resolving]  the same, and only while resolve() runs, with the request it was given
 *   [main, event]      the same, and only while an extension's event() runs, with the request it was given
 *   [any thread]       at any time between the start of create() and the return of destroy()
 * The host calls the plugin on the main thread only, and never again before a call has returned.
 *
 * OWNERSHIP. The side that allocates frees; neither frees the other's memory. Pointers passed as arguments
 * are borrowed for the call: the receiver copies what it wants to keep. The exceptions, all of them
 * the other way round (the owner keeps memory alive for longer), stand at the function concerned.
 *
 * ERRORS. A function returns a btn_status; a negative one says what went wrong and changes nothing.
 * No C++ exception, Swift error, Rust panic or longjmp may leave a function of either side.
 *
 * TEXT is UTF-8, with a length and without a NUL, but where "NUL-terminated" is said.
 * LENGTHS are points, COLOURS 0xRRGGBBAA in sRGB, TIMES milliseconds since 1970.
 *
 * LIMITS. Beyond one of these, set() returns BTN_E_LIMIT:
 *   64 properties set for one button in one pass, where one that is set again does not count again,
 *   16 KiB of text in one pass, where a text that is set again does, and 4 KiB in one text.
 * intern() gives 0 beyond 255 bytes in a name and 4,096 names. A message is cut at 1 KiB; log() takes
 * 8 KiB a second and drops what is over. A call of resolve() should take well under a millisecond; a
 * worker that makes no progress is killed and started again.
 */
#ifndef BUTTOND_PLUGIN_H
#define BUTTOND_PLUGIN_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---------------------------------------------------------------------------------- versions */

/* A new major has a new entry symbol (buttond_plugin_v2); a host may serve several. */
#define BTN_ABI_MAJOR 1u

/* The minor this plugin is written against. Members of a newer minor are there only after
 * -DBTN_USE_ABI_MINOR=n; tables only ever grow at their end. */
#ifndef BTN_USE_ABI_MINOR
#define BTN_USE_ABI_MINOR 0u
#endif

/* "BTD1", in btn_abi_info. */
#define BTN_MAGIC 0x31445442u

#if defined(__GNUC__)
#define BTN_EXPORT __attribute__((visibility("default")))
#else
#define BTN_EXPORT
#endif

/* True when table t, which came from the other side, is long enough to hold function m, and m is set. */
#define BTN_HAS(t, m) \
   ((t)->size >= offsetof(__typeof__(*(t)), m) + sizeof((t)->m) && (t)->m != NULL)

/* ------------------------------------------------------------------------------------ status */

/* 0 done, above 0 a note, below 0 an error. Numbers are never used again for something else. */
typedef int32_t btn_status;
#define BTN_OK ((btn_status)0)
#define BTN_UNSET ((btn_status)1)          /* the name is known, there is no value now */
#define BTN_E_INVALID ((btn_status)-1)     /* a NULL or malformed argument, or not UTF-8 */
#define BTN_E_TYPE ((btn_status)-2)        /* the property takes another type */
#define BTN_E_UNKNOWN_KEY ((btn_status)-3) /* no such name; not fatal: the host may be older */
#define BTN_E_RANGE ((btn_status)-4)       /* outside the property's range, or none of its names */
#define BTN_E_LIMIT ((btn_status)-5)       /* a limit was reached, see the head of this file */
#define BTN_E_DENIED ((btn_status)-6)      /* a read outside the manifest's "reads" */
#define BTN_E_STATE ((btn_status)-7)       /* at the wrong time, on the wrong thread, or not settable */
#define BTN_E_INTERNAL ((btn_status)-8)    /* a fault of the host */

/* ------------------------------------------------------------------------------------ values */

/* An interned name; valid from intern() until destroy() returns; 0 is no name. */
typedef uint32_t btn_key;

/* An open set: treat a type you do not know as BTN_UNSET. */
typedef uint32_t btn_type;
#define BTN_T_NULL 0u
#define BTN_T_BOOL 1u   /* as.i, 0 or 1 */
#define BTN_T_INT 2u    /* as.i */
#define BTN_T_FLOAT 3u  /* as.f, finite */
#define BTN_T_STRING 4u /* as.s and len */
#define BTN_T_COLOR 5u  /* as.rgba */
#define BTN_T_JSON 6u   /* as.s and len: an array or object of the state, as JSON text; read only */

/* 16 bytes, frozen for major 1. OWNERSHIP of as.s: see get() and set(). */
typedef struct btn_value {
   btn_type type;
   uint32_t len; /* bytes at as.s; 0 for other types */
   union {
      int64_t i;
      double f;
      const char *s; /* not NUL-terminated; not NULL unless len is 0 */
      uint32_t rgba; /* 0xRRGGBBAA */
   } as;
} btn_value;

/* The worker. OWNERSHIP: the host's; opaque; valid from create() until destroy() returns. */
typedef struct btn_host btn_host;

/* One button being resolved, or the target of an event. OWNERSHIP: the host's; opaque; valid until
 * resolve() or event() returns. */
typedef struct btn_request btn_request;

/* ---------------------------------------------------------------------- what the host offers */

/* OWNERSHIP: the host's; the plugin may keep the pointer until destroy() returns. Append only: members
 * behind fail() belong to later minors; use one only where BTN_HAS says that it is there. */
typedef struct btn_host_api {
   uint32_t size;      /* sizeof(btn_host_api) as the host was compiled */
   uint32_t abi_major; /* BTN_ABI_MAJOR */
   uint32_t abi_minor; /* the host's minor, at least the one that the plugin's table asks for */
   uint32_t schema;    /* revision of the property registry: the host knows every property whose
                          "since" is at most this */

   /* First argument of the four functions below. OWNERSHIP: the host's. */
   btn_host *host;

   /* [main] A key for a name, the same for the same name; do it once, in create(). Any well-formed
    * name gets a key, known to this host or not; get() and set() tell. 0 when the name is NULL, empty,
    * over 255 bytes or not UTF-8, when 4,096 names are taken, and on another thread.
    * OWNERSHIP: name is borrowed for the call and copied. */
   btn_key (*intern)(btn_host *host, const char *name, uint32_t len);

   /* [main] The function table of an extension, for example "buttond.timer/1"; NULL when this host
    * lacks it, and for NULL. OWNERSHIP: id is NUL-terminated and borrowed for the call; the table is the
    * host's and valid until destroy() returns. */
   const void *(*get_extension)(btn_host *host, const char *id);

   /* [any thread] A line for the daemon's log, under the plugin's name. Levels: BTN_LOG_*; any other
    * counts as the nearest. Bytes that are not UTF-8, and control characters, are replaced; what is
    * over 1 KiB is cut.
    * OWNERSHIP: msg is borrowed for the call and copied. */
   void (*log)(btn_host *host, int32_t level, const char *msg, uint32_t len);

   /* [any thread] Asks for resolve() of one button by its handle ("button.handle"), or of all this
    * plugin's buttons with 0, soon but not within the call. For what the host cannot see change.
    * Requests for one button are joined; at most 60 a second are honoured. An invalid handle, or
    * one that no longer exists, does nothing: a button gets another one when it is redefined, and
    * when the plugin is replaced. */
   void (*request_update)(btn_host *host, uint64_t button);

   /* [main, resolving or event] Reads a value; the names stand at the end of this file.
    *   BTN_OK             *out is the value; BTN_T_NULL is one too, of a key that holds null
    *   BTN_UNSET          there is none now; *out has type BTN_T_NULL. Counts as a read all the same.
    *   BTN_E_INVALID      request or out is NULL, or key was not made by intern()
    *   BTN_E_UNKNOWN_KEY  the name means nothing to this host
    *   BTN_E_DENIED       a "state." name that the manifest's "reads" do not cover
    *   BTN_E_STATE        neither resolving nor in an event, or not the main thread
    *   BTN_E_LIMIT        the answer has no room for one more name read; the button is given up
    * On an error *out, if there is one, has type BTN_T_NULL. What an event reads is not remembered.
    * request must be the one that the call brought, here and in set() and fail(): the host cannot tell
    * another pointer from it.
    * OWNERSHIP: out is the plugin's. A text at out->as.s is the host's, must not be written to, and is
    * valid until resolve() or event() returns. */
   btn_status (*get)(btn_request *request, btn_key key, btn_value *out);

   /* [main, resolving] Sets a property of the look; the last value holds. What is not set is left to
    * the button's configuration and the manifest's base style.
    *   BTN_E_INVALID      an argument is NULL, key was not made by intern(), or the text is not UTF-8
    *   BTN_E_UNKNOWN_KEY  no such property in this host: go on, older hosts draw without it
    *   BTN_E_TYPE         the property takes another type
    *   BTN_E_RANGE        outside the property's range, not finite, or none of its names
    *   BTN_E_STATE        not resolving (so in an event too), not the main thread, or a name that can
    *                      only be read
    *   BTN_E_LIMIT        too many properties or too much text
    * OWNERSHIP: value and its text are borrowed for the call and copied. */
   btn_status (*set)(btn_request *request, btn_key key, const btn_value *value);

   /* [main, resolving or event] Gives this button up with a reason, of which the first one counts: what
    * was set is dropped, the last good look stays on show, and clients see the reason; in an event, the
    * press is over. Returns its status, or BTN_E_INTERNAL in place of one that is not negative, so that
    * "return host->fail(...)" ends resolve(). At any other time it returns the status and does nothing.
    * A status below 0 returned from resolve() or event() without fail() does the same without a reason.
    * OWNERSHIP: msg is borrowed for the call and copied, at most 1 KiB of it. */
   btn_status (*fail)(btn_request *request, btn_status status, const char *msg, uint32_t len);
} btn_host_api;

#define BTN_LOG_DEBUG 0
#define BTN_LOG_INFO 1
#define BTN_LOG_WARNING 2
#define BTN_LOG_ERROR 3

/* -------------------------------------------------------------------- what the plugin offers */

/* OWNERSHIP: the plugin's, static: valid and unchanged from the return of buttond_plugin_v1() to the
 * end of the process. Append only. */
typedef struct btn_plugin {
   uint32_t size;      /* sizeof(btn_plugin) as the plugin was compiled */
   uint32_t abi_major; /* BTN_ABI_MAJOR */
   uint32_t abi_minor; /* BTN_USE_ABI_MINOR: the least host minor this plugin needs */
   uint32_t flags;     /* 0 */

   /* NUL-terminated; must equal the manifest's "id" and "version". OWNERSHIP: the plugin's, static. */
   const char *id;
   const char *version;

   /* [main] Called once, first. Intern names here. On BTN_OK, *self is passed to every later call; a
    * negative status ends the worker for good, until the library changes.
    * OWNERSHIP: api is the host's, see btn_host_api. self is the host's variable, what is put in it
    * the plugin's, freed by destroy(). */
   btn_status (*create)(const btn_host_api *api, void **self);

   /* [main] Called once, last, not while resolving, when the worker is asked to end; not called after
    * create() or warm_up() failed, nor where the process is killed or the daemon is gone. Threads of the
    * plugin's own have ended when it returns, which must be within 500 ms. May be NULL.
    * OWNERSHIP: frees what create() made. */
   void (*destroy)(void *self);

   /* [main] Sets the look of one button. entry is the key of "style.NAME" or "handler.NAME", NAME
    * being one of the manifest's; where a button has both from this plugin, the style is called first
    * and the handler's reads see what it set. May be called several times for one button, once for
    * each combination of light or dark, contrast, size, direction and tint in use, if such a thing was
    * read.
    * Must depend on nothing but what get() returned: same reads, same sets.
    * OWNERSHIP: request is the host's and valid until the return. */
   btn_status (*resolve)(void *self, btn_key entry, btn_request *request);

   /* [main] A function table of the plugin's for an extension, NULL when it has none. Called after
    * create(), once for each extension of this host's in which plugins have a table: expect names that
    * you do not know. May be NULL.
    * OWNERSHIP: id is NUL-terminated and borrowed for the call; the table is the plugin's, static. */
   const void *(*get_extension)(void *self, const char *id);
} btn_plugin;

/* What the host is, before anything else is said. */
typedef struct btn_abi_info {
   uint32_t magic;     /* BTN_MAGIC */
   uint32_t abi_major; /* BTN_ABI_MAJOR */
   uint32_t abi_minor; /* the host's minor */
   uint32_t ptr_size;  /* sizeof(void *) */
} btn_abi_info;

/* [main] The only symbol a plugin exports. NULL when it cannot serve this host. Must not block, start
 * threads, or do input or output.
 * OWNERSHIP: host is borrowed for the call; the table returned is the plugin's, static. */
BTN_EXPORT const btn_plugin *buttond_plugin_v1(const btn_abi_info *host);

/* -------------------------------------------------------------------------------- extensions
 *
 * Abilities that not every plugin needs, each by a name with a revision. An extension has a table of
 * the host's, which host->get_extension() gives, NULL from a host that lacks it, or one of the
 * plugin's, for which the host asks, or both. They begin with their size and only grow at their end. */

/* Primitive styles: "isPrimitive" in the manifest's entry. Such a style has no press behaviour but its
 * own: the daemon hands it what the pointer does, and it says what that means. Its look is made by
 * resolve() as ever. */
#define BTN_EXT_GESTURE "buttond.gesture/1"

/* The bytes that a style may keep between the events of one press. */
#define BTN_SCRATCH_BYTES 64

/* Phases of a press, in this order: one BEGAN, any number of MOVED, one ENDED or CANCELLED. */
#define BTN_POINTER_BEGAN 0u
#define BTN_POINTER_MOVED 1u
#define BTN_POINTER_ENDED 2u
#define BTN_POINTER_CANCELLED 3u /* by the client, by its end, or because the button is gone */

/* Flags of an event; treat one you do not know as not there. */
#define BTN_POINTER_IS_INSIDE 1u    /* within the button's frame outset by 40 on every side */
#define BTN_POINTER_HAS_LOCATION 2u /* x and y are known */
#define BTN_POINTER_IS_PRESSED 4u   /* what set_pressed() said last in this press */

/* What a pointer did. OWNERSHIP: the host's; valid during the call. */
typedef struct btn_pointer_event {
   uint32_t size; /* sizeof(btn_pointer_event) as the host was compiled */
   uint32_t phase;
   uint32_t flags;
   uint32_t pointer; /* tells the fingers, pens and mice of one client apart */
   double x;         /* in the button's own space: its frame's top left is 0, 0 */
   double y;
   double width; /* of the frame; 0 while no client has reported it */
   double height;
} btn_pointer_event;

/* The host's table. OWNERSHIP: the host's; valid until destroy() returns. */
typedef struct btn_host_gesture {
   uint32_t size; /* sizeof(btn_host_gesture) as the host was compiled */

   /* [main, event] Runs the button's action, once for an event however often it is called.
    *   BTN_E_INVALID      request is NULL
    *   BTN_E_STATE        not in an event, in one that is CANCELLED, or not the main thread */
   btn_status (*trigger)(btn_request *request);

   /* [main, event] Whether this press shows the button as pressed ("button.isHighlighted"), until said
    * otherwise. A press that has ENDED or was CANCELLED does not, whatever is said.
    *   BTN_E_INVALID      request is NULL
    *   BTN_E_RANGE        is_pressed is neither 0 nor 1
    *   BTN_E_STATE        not in an event, or not the main thread */
   btn_status (*set_pressed)(btn_request *request, int32_t is_pressed);
} btn_host_gesture;

/* The plugin's table, from its get_extension(). OWNERSHIP: the plugin's, static. */
typedef struct btn_plugin_gesture {
   uint32_t size; /* sizeof(btn_plugin_gesture) as the plugin was compiled */

   /* [main] A pointer did something on a button whose style is "style.NAME", the key of which is
    * entry. get() works, with the "env." of clients that say nothing of themselves; set() does not. A
    * negative status ends the press without an action, and so does an answer after 250 ms.
    * Presses of several clients come one event at a time, each with its own scratch.
    * OWNERSHIP: event is borrowed for the call. scratch is the host's, BTN_SCRATCH_BYTES bytes aligned
    * for any type, all 0 when the press begins; what is written there during the call is there again
    * at the press's next event, perhaps at another address. */
   btn_status (*event)(void *self, btn_key entry, btn_request *request,
                       const btn_pointer_event *event, uint8_t *scratch);
} btn_plugin_gesture;

/* Getting ready: the plugin is asked to do now, once, what its first resolve() would have to wait for,
 * such as parsing its resources. */
#define BTN_EXT_WARMUP "buttond.warmup/1"

/* The plugin's table, from its get_extension(). OWNERSHIP: the plugin's, static. */
typedef struct btn_plugin_warmup {
   uint32_t size; /* sizeof(btn_plugin_warmup) as the plugin was compiled */

   /* [main] Called once, after create() and before anything else; both together, and the loading of the
    * library before them, have the time to start that the manifest sets, or 2 s. A negative status ends
    * the worker for good, until the library changes; destroy() is not called then. */
   btn_status (*warm_up)(void *self);
} btn_plugin_warmup;

/* Files of the plugin's own folder, for a plugin whose manifest says "permissions": {"resources": true}.
 * The folder is as it was when the plugin was installed or reloaded. */
#define BTN_EXT_RESOURCES "buttond.resources/1"

/* The host's table. OWNERSHIP: the host's; valid until destroy() returns. */
typedef struct btn_host_resources {
   uint32_t size; /* sizeof(btn_host_resources) as the host was compiled */

   /* [main] Reads a file; only from within create() and warm_up(), later there are no files any more.
    * The name is a path inside the folder, "images/dial.svg", of at most 255 bytes: parts between
    * slashes, none of them empty or beginning with a dot. Links are not followed.
    *   BTN_OK             *bytes and *count are the contents; behind them stands a NUL that is not counted
    *   BTN_UNSET          there is no such file, or it cannot be read
    *   BTN_E_INVALID      an argument is NULL, or the name is not valid
    *   BTN_E_DENIED       the manifest does not ask for the permission
    *   BTN_E_LIMIT        with this file, more than 64 MiB would have been read
    *   BTN_E_STATE        too late, or not the main thread
    * On anything but BTN_OK, *bytes is NULL and *count 0.
    * OWNERSHIP: name is borrowed for the call, bytes and count are the plugin's. What is at *bytes is
    * the host's, must not be written to, and is valid until destroy() returns. */
   btn_status (*read)(btn_host *host, const char *name, uint32_t len, const uint8_t **bytes,
                      uint64_t *count);
} btn_host_resources;

/* Looks that change as time goes by: clocks, countdowns. A system that cannot wake the worker at a time
 * has no such table. */
#define BTN_EXT_TIMER "buttond.timer/1"

/* The host's table. OWNERSHIP: the host's; valid until destroy() returns. */
typedef struct btn_host_timer {
   uint32_t size; /* sizeof(btn_host_timer) as the host was compiled */

   /* [main, resolving] Asks for resolve() of this button again at a time, in ms since 1970; "env.nowMs"
    * is not less by then. The earliest time that was asked for while the button was being resolved
    * holds, until it has come, or the button is resolved for another reason: ask every time. A time
    * that has passed means soon; see request_update() for how often. When the clock of the machine is
    * set, every time has come.
    *   BTN_E_INVALID      request is NULL
    *   BTN_E_RANGE        the time is negative
    *   BTN_E_STATE        not resolving, or not the main thread
    *   BTN_E_LIMIT        65,536 buttons are waiting */
   btn_status (*update_at)(btn_request *request, int64_t time_ms);
} btn_host_timer;

/* ------------------------------------------------------------------------------------- names
 *
 * READ, with get(). Types in parentheses; every one of them may be BTN_UNSET.
 *   state.KEY                the daemon's state, as far as the manifest's "reads" cover it
 *                            (NULL, BOOL, INT, FLOAT, STRING; arrays and objects as JSON)
 *   button.id                (STRING)
 *   button.handle            (INT) for request_update(); the bits of a uint64_t
 *   button.role              (STRING) "none", "cancel", "destructive", "primary"
 *   button.isEnabled, .isHighlighted, .isSelected, .isFocused, .isBusy        (BOOL)
 *   button.parameters.NAME   an argument of the style or handler (as for state)
 *   button.PROPERTY          the configuration, with what has been set in this pass laid over it:
 *                            lengths and factors FLOAT; flags BOOL; texts, choices and effects STRING;
 *                            an attributed text its STRING; a colour COLOR for this pass's traits (*)
 *   x-PROPERTY               what has been set in this pass
 *   env.userInterfaceStyle   (STRING) "light", "dark" (*)
 *   env.contrast             (STRING) "normal", "high" (*)
 *   env.contentSize          (STRING) "xS", "S", "M", "L", "XL", "XXL", "XXXL", "AX1" to "AX5" (*)
 *   env.layoutDirection      (STRING) "leftToRight", "rightToLeft" (*)
 *   env.tint                 (COLOR) (*)
 *   env.color.NAME           (COLOR) a named colour, for example env.color.systemGray5 (*)
 *   env.nowMs                (INT) the time of this batch; not tracked: it changes without a new call
 *   quality.KEY              (STRING) "lost" while what feeds the state key is gone; covered by the
 *                            manifest's "reads" of state.KEY and tracked like it
 *   theme.PATH               a token of the theme, for example theme.button.radius.default, tracked like
 *                            state, and in need of no "reads": lengths in points, times in ms and other
 *                            numbers FLOAT, texts STRING, a colour COLOR for this pass's traits ((*) if
 *                            the theme has another one for dark displays)
 * Reading a name marked (*) makes the host call resolve() once for each combination of traits in use,
 * unless the value is the same in all of them.
 *
 * SET, with set(). PROPERTY is a name of the property registry (properties.json says type, range and
 * default of each): title, subtitle, image, foregroundColor, cornerStyle, contentInsets.top,
 * background.backgroundColor, background.strokeColor, background.shadow.radius, opacity and so on.
 * foregroundColor is the colour of all text and images in every state; baseForegroundColor is what the
 * base style starts from, which it dims while pressed and ignores while disabled.
 *   lengths and factors      FLOAT or INT
 *   flags                    BOOL
 *   texts                    STRING
 *   choices                  STRING, one of the registry's names: cornerStyle "capsule"
 *   colours                  COLOR, or STRING: a name ("systemPink"), which follows light and
 *                            dark, or "#RGB", "#RRGGBB", "#RRGGBBAA"
 *   effects                  STRING: "alpha(0.3)", "opacity(0.75)", "darker(0.25)", "grayscale",
 *                            "constant(systemRed)"
 *   attributed texts         cannot be set; set the text, and titleUnderline, titleStrikethrough,
 *                            titleFontSize, titleFontWeight, titleColor beside it
 *   transaction.onPress, .onRelease, .always
 *                            STRING: how clients are to show the change when the button is pressed now
 *                            and was not, the other way round, and else: "none", "disablesAnimations"
 *                            (at once), or an animation: "default"; "linear", "easeIn", "easeOut",
 *                            "easeInOut", "smooth", "snappy", "bouncy", with seconds if wanted,
 *                            "easeInOut(0.16)"; "spring" and "interactiveSpring" with response, damping
 *                            and blending if wanted, "spring(0.8, 0.1, 10)"; "spring(duration: 0.5,
 *                            bounce: 0.2)"
 *   transaction.animatesContent
 *                            BOOL: 0 lets opacity and scale animate and nothing else
 *   x-REVERSE.DNS.NAME       a property of your own, which clients get untouched: NULL, BOOL, INT,
 *                            FLOAT, STRING, or COLOR as text
 */

#if defined(__cplusplus) && __cplusplus >= 201103L
static_assert(sizeof(btn_value) == 16, "btn_value is frozen");
static_assert(sizeof(btn_pointer_event) == 48, "btn_pointer_event begins with these members");
#elif defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L
_Static_assert(sizeof(btn_value) == 16, "btn_value is frozen");
_Static_assert(sizeof(btn_pointer_event) == 48, "btn_pointer_event begins with these members");
#endif

#ifdef __cplusplus
}
#endif
#endif /* BUTTOND_PLUGIN_H */
