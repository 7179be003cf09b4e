/* Written by scripts/record from the registry of properties, revision 8: a function for every one
   that styles can set. */
#ifndef BUTTOND_PROPERTIES_H
#define BUTTOND_PROPERTIES_H

typedef enum bts_text_style {
   BTS_TEXT_STYLE_LARGE_TITLE,
   BTS_TEXT_STYLE_TITLE,
   BTS_TEXT_STYLE_TITLE2,
   BTS_TEXT_STYLE_TITLE3,
   BTS_TEXT_STYLE_HEADLINE,
   BTS_TEXT_STYLE_BODY,
   BTS_TEXT_STYLE_CALLOUT,
   BTS_TEXT_STYLE_SUBHEADLINE,
   BTS_TEXT_STYLE_FOOTNOTE,
   BTS_TEXT_STYLE_CAPTION,
   BTS_TEXT_STYLE_CAPTION2
} bts_text_style;

typedef enum bts_font_weight {
   BTS_FONT_WEIGHT_ULTRA_LIGHT,
   BTS_FONT_WEIGHT_THIN,
   BTS_FONT_WEIGHT_LIGHT,
   BTS_FONT_WEIGHT_REGULAR,
   BTS_FONT_WEIGHT_MEDIUM,
   BTS_FONT_WEIGHT_SEMIBOLD,
   BTS_FONT_WEIGHT_BOLD,
   BTS_FONT_WEIGHT_HEAVY,
   BTS_FONT_WEIGHT_BLACK
} bts_font_weight;

typedef enum bts_font_design {
   BTS_FONT_DESIGN_DEFAULT,
   BTS_FONT_DESIGN_ROUNDED,
   BTS_FONT_DESIGN_SERIF,
   BTS_FONT_DESIGN_MONOSPACED
} bts_font_design;

typedef enum bts_line_break_mode {
   BTS_LINE_BREAK_MODE_BY_WORD_WRAPPING,
   BTS_LINE_BREAK_MODE_BY_CHAR_WRAPPING,
   BTS_LINE_BREAK_MODE_BY_CLIPPING,
   BTS_LINE_BREAK_MODE_BY_TRUNCATING_HEAD,
   BTS_LINE_BREAK_MODE_BY_TRUNCATING_MIDDLE,
   BTS_LINE_BREAK_MODE_BY_TRUNCATING_TAIL
} bts_line_break_mode;

typedef enum bts_title_alignment {
   BTS_TITLE_ALIGNMENT_AUTOMATIC,
   BTS_TITLE_ALIGNMENT_LEADING,
   BTS_TITLE_ALIGNMENT_CENTER,
   BTS_TITLE_ALIGNMENT_TRAILING
} bts_title_alignment;

typedef enum bts_image_placement {
   BTS_IMAGE_PLACEMENT_TOP,
   BTS_IMAGE_PLACEMENT_LEADING,
   BTS_IMAGE_PLACEMENT_BOTTOM,
   BTS_IMAGE_PLACEMENT_TRAILING
} bts_image_placement;

typedef enum bts_symbol_effect {
   BTS_SYMBOL_EFFECT_NONE,
   BTS_SYMBOL_EFFECT_BOUNCE,
   BTS_SYMBOL_EFFECT_WIGGLE,
   BTS_SYMBOL_EFFECT_PULSE,
   BTS_SYMBOL_EFFECT_VARIABLE_COLOR,
   BTS_SYMBOL_EFFECT_ROTATE,
   BTS_SYMBOL_EFFECT_BREATHE
} bts_symbol_effect;

typedef enum bts_image_rendering_mode {
   BTS_IMAGE_RENDERING_MODE_TEMPLATE,
   BTS_IMAGE_RENDERING_MODE_ORIGINAL
} bts_image_rendering_mode;

typedef enum bts_label_style {
   BTS_LABEL_STYLE_TITLE_AND_ICON,
   BTS_LABEL_STYLE_TITLE_ONLY,
   BTS_LABEL_STYLE_ICON_ONLY
} bts_label_style;

typedef enum bts_indicator {
   BTS_INDICATOR_AUTOMATIC,
   BTS_INDICATOR_NONE,
   BTS_INDICATOR_POPUP
} bts_indicator;

typedef enum bts_button_size {
   BTS_BUTTON_SIZE_MINI,
   BTS_BUTTON_SIZE_SMALL,
   BTS_BUTTON_SIZE_MEDIUM,
   BTS_BUTTON_SIZE_LARGE
} bts_button_size;

typedef enum bts_control_size {
   BTS_CONTROL_SIZE_MINI,
   BTS_CONTROL_SIZE_SMALL,
   BTS_CONTROL_SIZE_REGULAR,
   BTS_CONTROL_SIZE_LARGE,
   BTS_CONTROL_SIZE_EXTRA_LARGE
} bts_control_size;

typedef enum bts_corner_style {
   BTS_CORNER_STYLE_FIXED,
   BTS_CORNER_STYLE_DYNAMIC,
   BTS_CORNER_STYLE_SMALL,
   BTS_CORNER_STYLE_MEDIUM,
   BTS_CORNER_STYLE_LARGE,
   BTS_CORNER_STYLE_CAPSULE
} bts_corner_style;

typedef enum bts_border_shape {
   BTS_BORDER_SHAPE_AUTOMATIC,
   BTS_BORDER_SHAPE_CAPSULE,
   BTS_BORDER_SHAPE_CIRCLE,
   BTS_BORDER_SHAPE_ROUNDED_RECTANGLE
} bts_border_shape;

typedef enum bts_content_animation {
   BTS_CONTENT_ANIMATION_AUTOMATIC,
   BTS_CONTENT_ANIMATION_NONE
} bts_content_animation;

typedef enum bts_content_transition {
   BTS_CONTENT_TRANSITION_IDENTITY,
   BTS_CONTENT_TRANSITION_OPACITY,
   BTS_CONTENT_TRANSITION_NUMERIC_TEXT
} bts_content_transition;

typedef enum bts_image_content_mode {
   BTS_IMAGE_CONTENT_MODE_SCALE_TO_FILL,
   BTS_IMAGE_CONTENT_MODE_SCALE_ASPECT_FIT,
   BTS_IMAGE_CONTENT_MODE_SCALE_ASPECT_FILL,
   BTS_IMAGE_CONTENT_MODE_CENTER,
   BTS_IMAGE_CONTENT_MODE_TOP,
   BTS_IMAGE_CONTENT_MODE_BOTTOM,
   BTS_IMAGE_CONTENT_MODE_LEFT,
   BTS_IMAGE_CONTENT_MODE_RIGHT,
   BTS_IMAGE_CONTENT_MODE_TOP_LEFT,
   BTS_IMAGE_CONTENT_MODE_TOP_RIGHT,
   BTS_IMAGE_CONTENT_MODE_BOTTOM_LEFT,
   BTS_IMAGE_CONTENT_MODE_BOTTOM_RIGHT
} bts_image_content_mode;

/* The title; empty: none. Assigning it drops titleRuns and any attributed title. */
static inline void bts_set_title(bts_button *button, const char *text) {
   bts_set_text(button, "title", text);
}

/* The colour of title, subtitle, image, activity indicator and indicator, whatever the style would
   make of them; nothing: the style decides. Assigning it drops titleColor. Attributed texts keep
   their own colours; colour transformers start from this one. */
static inline void bts_set_foreground_color(bts_button *button, bts_color color) {
   bts_set_color(button, "foregroundColor", color);
}

/* The title's colour; nothing: the style decides. */
static inline void bts_set_title_color(bts_button *button, bts_color color) {
   bts_set_color(button, "titleColor", color);
}

/* Makes the title's colour out of the one that was decided. */
static inline void bts_set_title_color_transformer(bts_button *button, const char *effect) {
   bts_set_text(button, "titleColorTransformer", effect);
}

/* The text style from which the title's size, which grows with the content size, and its weight
   follow; nothing: the one that belongs to buttonSize. Assigning it drops titleFontSize. */
static inline void bts_set_title_text_style(bts_button *button, bts_text_style choice) {
   static const char *const names[] = {
      "largeTitle", "title", "title2", "title3", "headline", "body", "callout", "subheadline",
 "footnote", "caption", "caption2"};
   unsigned place = (unsigned)choice;
   bts_set_text(button, "titleTextStyle",
                place < sizeof names / sizeof *names ? names[place] : "?");
}

/* The title's size in points, whatever the content size unless titleAdjustsFontForContentSize is
   true; nothing: the size of the text style. Assigning it drops titleTextStyle. */
static inline void bts_set_title_font_size(bts_button *button, double number) {
   bts_set_number(button, "titleFontSize", number);
}

/* How heavy the title's letters are. */
static inline void bts_set_title_font_weight(bts_button *button, bts_font_weight choice) {
   static const char *const names[] = {
      "ultraLight", "thin", "light", "regular", "medium", "semibold", "bold", "heavy", "black"};
   unsigned place = (unsigned)choice;
   bts_set_text(button, "titleFontWeight",
                place < sizeof names / sizeof *names ? names[place] : "?");
}

/* The design of the title's font, which clients draw with the fonts that they have. */
static inline void bts_set_title_font_design(bts_button *button, bts_font_design choice) {
   static const char *const names[] = {
      "default", "rounded", "serif", "monospaced"};
   unsigned place = (unsigned)choice;
   bts_set_text(button, "titleFontDesign",
                place < sizeof names / sizeof *names ? names[place] : "?");
}

/* Whether the title is italic. */
static inline void bts_set_title_italic(bts_button *button, int flag) {
   bts_set_flag(button, "titleItalic", flag);
}

/* Whether all digits of the title are as wide as each other. */
static inline void bts_set_title_monospaced_digits(bts_button *button, int flag) {
   bts_set_flag(button, "titleMonospacedDigits", flag);
}

/* Whether a size in points grows with the content size as text styles do. */
static inline void bts_set_title_adjusts_font_for_content_size(bts_button *button, int flag) {
   bts_set_flag(button, "titleAdjustsFontForContentSize", flag);
}

/* Makes the title's font out of the one that was decided, attributes of the text included. */
static inline void bts_set_title_font_transformer(bts_button *button, const char *font_effect) {
   bts_set_text(button, "titleFontTransformer", font_effect);
}

/* Whether the title is underlined. */
static inline void bts_set_title_underline(bts_button *button, int flag) {
   bts_set_flag(button, "titleUnderline", flag);
}

/* Whether the title is struck through. */
static inline void bts_set_title_strikethrough(bts_button *button, int flag) {
   bts_set_flag(button, "titleStrikethrough", flag);
}

/* How a title that does not fit breaks; wrapping runs over several lines, clipping and truncating
   keep one. */
static inline void bts_set_title_line_break_mode(bts_button *button, bts_line_break_mode choice) {
   static const char *const names[] = {
      "byWordWrapping", "byCharWrapping", "byClipping", "byTruncatingHead", "byTruncatingMiddle",
 "byTruncatingTail"};
   unsigned place = (unsigned)choice;
   bts_set_text(button, "titleLineBreakMode",
                place < sizeof names / sizeof *names ? names[place] : "?");
}

/* How many lines a title that wraps has at most; what does not fit is truncated at its end. A
   fraction is dropped; nothing: as many as the client has room for. */
static inline void bts_set_title_line_limit(bts_button *button, double number) {
   bts_set_number(button, "titleLineLimit", number);
}

/* Points between title and subtitle. */
static inline void bts_set_title_padding(bts_button *button, double number) {
   bts_set_number(button, "titlePadding", number);
}

/* On which side title and subtitle are flush; automatic leaves it to the client. */
static inline void bts_set_title_alignment(bts_button *button, bts_title_alignment choice) {
   static const char *const names[] = {
      "automatic", "leading", "center", "trailing"};
   unsigned place = (unsigned)choice;
   bts_set_text(button, "titleAlignment",
                place < sizeof names / sizeof *names ? names[place] : "?");
}

/* The second line; empty: none. Assigning it drops any attributed subtitle. */
static inline void bts_set_subtitle(bts_button *button, const char *text) {
   bts_set_text(button, "subtitle", text);
}

/* Makes the subtitle's colour out of the foreground colour. */
static inline void bts_set_subtitle_color_transformer(bts_button *button, const char *effect) {
   bts_set_text(button, "subtitleColorTransformer", effect);
}

/* How a subtitle that does not fit breaks; wrapping runs over several lines, clipping and
   truncating keep one. */
static inline void bts_set_subtitle_line_break_mode(bts_button *button, bts_line_break_mode choice) {
   static const char *const names[] = {
      "byWordWrapping", "byCharWrapping", "byClipping", "byTruncatingHead", "byTruncatingMiddle",
 "byTruncatingTail"};
   unsigned place = (unsigned)choice;
   bts_set_text(button, "subtitleLineBreakMode",
                place < sizeof names / sizeof *names ? names[place] : "?");
}

/* The text style from which the subtitle's size, which grows with the content size, and its weight
   follow; nothing: the one that belongs to buttonSize. Assigning it drops subtitleFontSize. */
static inline void bts_set_subtitle_text_style(bts_button *button, bts_text_style choice) {
   static const char *const names[] = {
      "largeTitle", "title", "title2", "title3", "headline", "body", "callout", "subheadline",
 "footnote", "caption", "caption2"};
   unsigned place = (unsigned)choice;
   bts_set_text(button, "subtitleTextStyle",
                place < sizeof names / sizeof *names ? names[place] : "?");
}

/* The subtitle's size in points, whatever the content size unless subtitleAdjustsFontForContentSize
   is true; nothing: the size of the text style. Assigning it drops subtitleTextStyle. */
static inline void bts_set_subtitle_font_size(bts_button *button, double number) {
   bts_set_number(button, "subtitleFontSize", number);
}

/* How heavy the subtitle's letters are. */
static inline void bts_set_subtitle_font_weight(bts_button *button, bts_font_weight choice) {
   static const char *const names[] = {
      "ultraLight", "thin", "light", "regular", "medium", "semibold", "bold", "heavy", "black"};
   unsigned place = (unsigned)choice;
   bts_set_text(button, "subtitleFontWeight",
                place < sizeof names / sizeof *names ? names[place] : "?");
}

/* The design of the subtitle's font, which clients draw with the fonts that they have. */
static inline void bts_set_subtitle_font_design(bts_button *button, bts_font_design choice) {
   static const char *const names[] = {
      "default", "rounded", "serif", "monospaced"};
   unsigned place = (unsigned)choice;
   bts_set_text(button, "subtitleFontDesign",
                place < sizeof names / sizeof *names ? names[place] : "?");
}

/* Whether the subtitle is italic. */
static inline void bts_set_subtitle_italic(bts_button *button, int flag) {
   bts_set_flag(button, "subtitleItalic", flag);
}

/* Whether all digits of the subtitle are as wide as each other. */
static inline void bts_set_subtitle_monospaced_digits(bts_button *button, int flag) {
   bts_set_flag(button, "subtitleMonospacedDigits", flag);
}

/* Whether a size in points grows with the content size as text styles do. */
static inline void bts_set_subtitle_adjusts_font_for_content_size(bts_button *button, int flag) {
   bts_set_flag(button, "subtitleAdjustsFontForContentSize", flag);
}

/* Makes the subtitle's font out of the one that was decided, attributes of the text included. */
static inline void bts_set_subtitle_font_transformer(bts_button *button, const char *font_effect) {
   bts_set_text(button, "subtitleFontTransformer", font_effect);
}

/* The name of an image that clients know; empty: none. */
static inline void bts_set_image(bts_button *button, const char *text) {
   bts_set_text(button, "image", text);
}

/* The side of the title on which the image or the activity indicator stands. */
static inline void bts_set_image_placement(bts_button *button, bts_image_placement choice) {
   static const char *const names[] = {
      "top", "leading", "bottom", "trailing"};
   unsigned place = (unsigned)choice;
   bts_set_text(button, "imagePlacement",
                place < sizeof names / sizeof *names ? names[place] : "?");
}

/* Points between image and text. */
static inline void bts_set_image_padding(bts_button *button, double number) {
   bts_set_number(button, "imagePadding", number);
}

/* Points kept free for the image on its axis. */
static inline void bts_set_image_reservation(bts_button *button, double number) {
   bts_set_number(button, "imageReservation", number);
}

/* Makes the image's colour out of the foreground colour. */
static inline void bts_set_image_color_transformer(bts_button *button, const char *effect) {
   bts_set_text(button, "imageColorTransformer", effect);
}

/* How the image moves: bounce and wiggle move it once; pulse, variableColor, rotate and breathe as
   long as they are set. It stands still where the reader wants little motion or the client cannot
   do it. */
static inline void bts_set_symbol_effect(bts_button *button, bts_symbol_effect choice) {
   static const char *const names[] = {
      "none", "bounce", "wiggle", "pulse", "variableColor", "rotate", "breathe"};
   unsigned place = (unsigned)choice;
   bts_set_text(button, "symbolEffect",
                place < sizeof names / sizeof *names ? names[place] : "?");
}

/* Makes bounce and wiggle play again whenever it changes. */
static inline void bts_set_symbol_effect_value(bts_button *button, const char *text) {
   bts_set_text(button, "symbolEffectValue", text);
}

/* The side in points of the square of the image, and of the activity indicator, whatever the
   content size; nothing: 1.2 times the title's font size. */
static inline void bts_set_image_size(bts_button *button, double number) {
   bts_set_number(button, "imageSize", number);
}

/* How heavy the lines of a symbol are. */
static inline void bts_set_image_weight(bts_button *button, bts_font_weight choice) {
   static const char *const names[] = {
      "ultraLight", "thin", "light", "regular", "medium", "semibold", "bold", "heavy", "black"};
   unsigned place = (unsigned)choice;
   bts_set_text(button, "imageWeight",
                place < sizeof names / sizeof *names ? names[place] : "?");
}

/* Whether the image has the foreground colour (template) or its own colours (original), which are
   then as opaque as the foreground colour. */
static inline void bts_set_image_rendering_mode(bts_button *button, bts_image_rendering_mode choice) {
   static const char *const names[] = {
      "template", "original"};
   unsigned place = (unsigned)choice;
   bts_set_text(button, "imageRenderingMode",
                place < sizeof names / sizeof *names ? names[place] : "?");
}

/* What shows of title, subtitle and image; a title that iconOnly hides stays for assistive
   technology. */
static inline void bts_set_label_style(bts_button *button, bts_label_style choice) {
   static const char *const names[] = {
      "titleAndIcon", "titleOnly", "iconOnly"};
   unsigned place = (unsigned)choice;
   bts_set_text(button, "labelStyle",
                place < sizeof names / sizeof *names ? names[place] : "?");
}

/* Whether an activity indicator replaces the image. */
static inline void bts_set_shows_activity_indicator(bts_button *button, int flag) {
   bts_set_flag(button, "showsActivityIndicator", flag);
}

/* Makes the activity indicator's colour out of the foreground colour. */
static inline void bts_set_activity_indicator_color_transformer(bts_button *button, const char *effect) {
   bts_set_text(button, "activityIndicatorColorTransformer", effect);
}

/* The mark for what a press opens; automatic shows no mark. */
static inline void bts_set_indicator(bts_button *button, bts_indicator choice) {
   static const char *const names[] = {
      "automatic", "none", "popup"};
   unsigned place = (unsigned)choice;
   bts_set_text(button, "indicator",
                place < sizeof names / sizeof *names ? names[place] : "?");
}

/* Makes the indicator's colour out of the foreground colour. */
static inline void bts_set_indicator_color_transformer(bts_button *button, const char *effect) {
   bts_set_text(button, "indicatorColorTransformer", effect);
}

/* How much of the background is filled, from its leading edge; a number below 0 counts as 0, one
   above 1 as 1. While it is not set, there is no progress. */
static inline void bts_set_progress(bts_button *button, double number) {
   bts_set_number(button, "progress", number);
}

/* The colour of the part that progress fills, laid over the background; nothing: the title's colour
   with alpha 0.2, or black with alpha 0.2 where the title is lighter than a background that is not
   dark. */
static inline void bts_set_progress_color(bts_button *button, bts_color color) {
   bts_set_color(button, "progressColor", color);
}

/* Points above the content; the default is that of the medium buttonSize. */
static inline void bts_set_content_insets_top(bts_button *button, double number) {
   bts_set_number(button, "contentInsets.top", number);
}

/* Points before the content; the default is that of the medium buttonSize. */
static inline void bts_set_content_insets_leading(bts_button *button, double number) {
   bts_set_number(button, "contentInsets.leading", number);
}

/* Points below the content; the default is that of the medium buttonSize. */
static inline void bts_set_content_insets_bottom(bts_button *button, double number) {
   bts_set_number(button, "contentInsets.bottom", number);
}

/* Points behind the content; the default is that of the medium buttonSize. */
static inline void bts_set_content_insets_trailing(bts_button *button, double number) {
   bts_set_number(button, "contentInsets.trailing", number);
}

/* The size from which insets, corner radius and font follow where nobody sets them. */
static inline void bts_set_button_size(bts_button *button, bts_button_size choice) {
   static const char *const names[] = {
      "mini", "small", "medium", "large"};
   unsigned place = (unsigned)choice;
   bts_set_text(button, "buttonSize",
                place < sizeof names / sizeof *names ? names[place] : "?");
}

/* The size by SwiftUI's names, where regular is buttonSize medium; that of the group unless the
   button has its own. Assigning it drops buttonSize, and vice versa. */
static inline void bts_set_control_size(bts_button *button, bts_control_size choice) {
   static const char *const names[] = {
      "mini", "small", "regular", "large", "extraLarge"};
   unsigned place = (unsigned)choice;
   bts_set_text(button, "controlSize",
                place < sizeof names / sizeof *names ? names[place] : "?");
}

/* Where the corner radius comes from: fixed takes background.cornerRadius as it is, dynamic grows
   it with the content size, small, medium and large have their own, capsule is round. */
static inline void bts_set_corner_style(bts_button *button, bts_corner_style choice) {
   static const char *const names[] = {
      "fixed", "dynamic", "small", "medium", "large", "capsule"};
   unsigned place = (unsigned)choice;
   bts_set_text(button, "cornerStyle",
                place < sizeof names / sizeof *names ? names[place] : "?");
}

/* The shape of the background, that of the group unless the button has its own: automatic is the
   style's, capsule has round ends, circle is as wide as high, roundedRectangle takes borderRadius.
   Assigning it drops cornerStyle, and vice versa. */
static inline void bts_set_border_shape(bts_button *button, bts_border_shape choice) {
   static const char *const names[] = {
      "automatic", "capsule", "circle", "roundedRectangle"};
   unsigned place = (unsigned)choice;
   bts_set_text(button, "borderShape",
                place < sizeof names / sizeof *names ? names[place] : "?");
}

/* The radius in points of a roundedRectangle, whatever the content size; that of the group unless
   the button has its own, then background.cornerRadius, then the style's. */
static inline void bts_set_border_radius(bts_button *button, double number) {
   bts_set_number(button, "borderRadius", number);
}

/* The colour from which the style makes text and image colours; nothing: the style decides. */
static inline void bts_set_base_foreground_color(bts_button *button, bts_color color) {
   bts_set_color(button, "baseForegroundColor", color);
}

/* The colour from which the style makes the background; nothing: the style decides. */
static inline void bts_set_base_background_color(bts_button *button, bts_color color) {
   bts_set_color(button, "baseBackgroundColor", color);
}

/* Whether the base style shows that the button is selected; nothing: not with the styles filled,
   borderedProminent and prominentGlass, but with all others. */
static inline void bts_set_automatically_update_for_selection(bts_button *button, int flag) {
   bts_set_flag(button, "automaticallyUpdateForSelection", flag);
}

/* Whether changes of the content may be animated. */
static inline void bts_set_content_animation(bts_button *button, bts_content_animation choice) {
   static const char *const names[] = {
      "automatic", "none"};
   unsigned place = (unsigned)choice;
   bts_set_text(button, "contentAnimation",
                place < sizeof names / sizeof *names ? names[place] : "?");
}

/* How a title or subtitle that changes gives way to the next: at once, fading, or like a counter;
   always at once where the reader wants little motion or the client cannot do it. */
static inline void bts_set_content_transition(bts_button *button, bts_content_transition choice) {
   static const char *const names[] = {
      "identity", "opacity", "numericText"};
   unsigned place = (unsigned)choice;
   bts_set_text(button, "contentTransition",
                place < sizeof names / sizeof *names ? names[place] : "?");
}

/* The corner radius in points, clamped to what fits. It counts where cornerStyle is fixed, or
   dynamic, which lets it grow with the content size; nothing: the style's for the buttonSize. */
static inline void bts_set_background_corner_radius(bts_button *button, double number) {
   bts_set_number(button, "background.cornerRadius", number);
}

/* Points by which the background stays inside; negative: it grows. */
static inline void bts_set_background_insets_top(bts_button *button, double number) {
   bts_set_number(button, "background.backgroundInsets.top", number);
}

/* Points by which the background stays inside; negative: it grows. */
static inline void bts_set_background_insets_leading(bts_button *button, double number) {
   bts_set_number(button, "background.backgroundInsets.leading", number);
}

/* Points by which the background stays inside; negative: it grows. */
static inline void bts_set_background_insets_bottom(bts_button *button, double number) {
   bts_set_number(button, "background.backgroundInsets.bottom", number);
}

/* Points by which the background stays inside; negative: it grows. */
static inline void bts_set_background_insets_trailing(bts_button *button, double number) {
   bts_set_number(button, "background.backgroundInsets.trailing", number);
}

/* The colour of the background's fill, in every state; nothing: the style decides; clear: no fill. */
static inline void bts_set_background_color(bts_button *button, bts_color color) {
   bts_set_color(button, "background.backgroundColor", color);
}

/* Makes the background's colour out of the one that was decided. */
static inline void bts_set_background_color_transformer(bts_button *button, const char *effect) {
   bts_set_text(button, "background.backgroundColorTransformer", effect);
}

/* The outline's colour; nothing: the tint. */
static inline void bts_set_background_stroke_color(bts_button *button, bts_color color) {
   bts_set_color(button, "background.strokeColor", color);
}

/* Makes the outline's colour out of the one that was decided. */
static inline void bts_set_background_stroke_color_transformer(bts_button *button, const char *effect) {
   bts_set_text(button, "background.strokeColorTransformer", effect);
}

/* The outline's width in points; while it is not set, the base styles draw a focus ring of 2. */
static inline void bts_set_background_stroke_width(bts_button *button, double number) {
   bts_set_number(button, "background.strokeWidth", number);
}

/* Points by which the outline lies outside the background. */
static inline void bts_set_background_stroke_outset(bts_button *button, double number) {
   bts_set_number(button, "background.strokeOutset", number);
}

/* The name of an image that clients know, drawn behind the content; empty: none. */
static inline void bts_set_background_image(bts_button *button, const char *text) {
   bts_set_text(button, "background.image", text);
}

/* How the background image fills its place. */
static inline void bts_set_background_image_content_mode(bts_button *button, bts_image_content_mode choice) {
   static const char *const names[] = {
      "scaleToFill", "scaleAspectFit", "scaleAspectFill", "center", "top", "bottom", "left", "right",
 "topLeft", "topRight", "bottomLeft", "bottomRight"};
   unsigned place = (unsigned)choice;
   bts_set_text(button, "background.imageContentMode",
                place < sizeof names / sizeof *names ? names[place] : "?");
}

/* The shadow's colour. */
static inline void bts_set_background_shadow_color(bts_button *button, bts_color color) {
   bts_set_color(button, "background.shadow.color", color);
}

/* Multiplies the alpha of the shadow's colour; 0: no shadow. */
static inline void bts_set_background_shadow_opacity(bts_button *button, double number) {
   bts_set_number(button, "background.shadow.opacity", number);
}

/* The shadow's blur radius in points. */
static inline void bts_set_background_shadow_radius(bts_button *button, double number) {
   bts_set_number(button, "background.shadow.radius", number);
}

/* Points by which the shadow is moved to the right. */
static inline void bts_set_background_shadow_x(bts_button *button, double number) {
   bts_set_number(button, "background.shadow.x", number);
}

/* Points by which the shadow is moved down. */
static inline void bts_set_background_shadow_y(bts_button *button, double number) {
   bts_set_number(button, "background.shadow.y", number);
}

/* The name of a visual effect behind the background, a hint to clients; empty: none. */
static inline void bts_set_background_material(bts_button *button, const char *text) {
   bts_set_text(button, "background.material", text);
}

/* Whether the button takes all the width there is. */
static inline void bts_set_is_full_width(bts_button *button, int flag) {
   bts_set_flag(button, "isFullWidth", flag);
}

/* Whether the button is busy, and takes no presses; one whose definition says so is busy in any
   case. Reading gives what the definition says, also after setting. */
static inline void bts_set_is_busy(bts_button *button, int flag) {
   bts_set_flag(button, "isBusy", flag);
}

/* The opacity of the whole button. */
static inline void bts_set_opacity(bts_button *button, double number) {
   bts_set_number(button, "opacity", number);
}

/* The size of the whole button, as a factor. */
static inline void bts_set_scale(bts_button *button, double number) {
   bts_set_number(button, "scale", number);
}

/* What assistive technology reads out; nothing or empty: the title. */
static inline void bts_set_accessibility_label(bts_button *button, const char *text) {
   bts_set_text(button, "accessibilityLabel", text);
}

/* What assistive technology adds about the result of a press. */
static inline void bts_set_accessibility_hint(bts_button *button, const char *text) {
   bts_set_text(button, "accessibilityHint", text);
}

/* How the change to pressed is shown; nothing: as every other change. */
static inline void bts_set_transaction_on_press(bts_button *button, const char *transaction) {
   bts_set_text(button, "transaction.onPress", transaction);
}

/* How the change from pressed is shown; nothing: as every other change. */
static inline void bts_set_transaction_on_release(bts_button *button, const char *transaction) {
   bts_set_text(button, "transaction.onRelease", transaction);
}

/* How every other change is shown; nothing: at once. */
static inline void bts_set_transaction_always(bts_button *button, const char *transaction) {
   bts_set_text(button, "transaction.always", transaction);
}

/* Whether everything may animate; false lets only opacity and scale animate, as does
   contentAnimation none. */
static inline void bts_set_transaction_animates_content(bts_button *button, int flag) {
   bts_set_flag(button, "transaction.animatesContent", flag);
}

#endif /* BUTTOND_PROPERTIES_H */
