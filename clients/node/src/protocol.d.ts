// Written by scripts/record from Config/schemas/openrpc.json.

/** A value of the state; integers that a number cannot hold are bigint. */
export type Value = null | boolean | number | bigint | string | Value[] | { [name: string]: Value };

/** #RGB, #RRGGBB, #RRGGBBAA, a name, or colours for light and dark displays. */
export type Color = string | "systemBlue" | "tint" | "white" | "black" | "clear" | "systemPink" | "systemRed" | "systemOrange" | "systemYellow" | "systemGreen" | "systemIndigo" | "systemPurple" | "systemTeal" | "systemMint" | "systemCyan" | "systemBrown" | "systemGray" | "systemGray2" | "systemGray3" | "systemGray4" | "systemGray5" | "systemGray6" | "label" | "secondaryLabel" | "tertiaryLabel" | "quaternaryLabel" | "systemFill" | "secondarySystemFill" | "tertiarySystemFill" | "quaternarySystemFill" | "systemBackground" | "separator" | DynamicColor;

/** A colour, or some members over those of the one that is patched. */
export type ColorPatch = string | "systemBlue" | "tint" | "white" | "black" | "clear" | "systemPink" | "systemRed" | "systemOrange" | "systemYellow" | "systemGreen" | "systemIndigo" | "systemPurple" | "systemTeal" | "systemMint" | "systemCyan" | "systemBrown" | "systemGray" | "systemGray2" | "systemGray3" | "systemGray4" | "systemGray5" | "systemGray6" | "label" | "secondaryLabel" | "tertiaryLabel" | "quaternaryLabel" | "systemFill" | "secondarySystemFill" | "tertiarySystemFill" | "quaternarySystemFill" | "systemBackground" | "separator" | DynamicColorPatch;

/** Colours by display; those left out fall back to light. */
export type DynamicColor = {
  light: string | "systemBlue" | "white" | "black" | "clear" | "systemPink" | "systemRed" | "systemOrange" | "systemYellow" | "systemGreen" | "systemIndigo" | "systemPurple" | "systemTeal" | "systemMint" | "systemCyan" | "systemBrown" | "systemGray" | "systemGray2" | "systemGray3" | "systemGray4" | "systemGray5" | "systemGray6" | "label" | "secondaryLabel" | "tertiaryLabel" | "quaternaryLabel" | "systemFill" | "secondarySystemFill" | "tertiarySystemFill" | "quaternarySystemFill" | "systemBackground" | "separator";
  dark?: string | "systemBlue" | "white" | "black" | "clear" | "systemPink" | "systemRed" | "systemOrange" | "systemYellow" | "systemGreen" | "systemIndigo" | "systemPurple" | "systemTeal" | "systemMint" | "systemCyan" | "systemBrown" | "systemGray" | "systemGray2" | "systemGray3" | "systemGray4" | "systemGray5" | "systemGray6" | "label" | "secondaryLabel" | "tertiaryLabel" | "quaternaryLabel" | "systemFill" | "secondarySystemFill" | "tertiarySystemFill" | "quaternarySystemFill" | "systemBackground" | "separator" | null;
  highContrastLight?: string | "systemBlue" | "white" | "black" | "clear" | "systemPink" | "systemRed" | "systemOrange" | "systemYellow" | "systemGreen" | "systemIndigo" | "systemPurple" | "systemTeal" | "systemMint" | "systemCyan" | "systemBrown" | "systemGray" | "systemGray2" | "systemGray3" | "systemGray4" | "systemGray5" | "systemGray6" | "label" | "secondaryLabel" | "tertiaryLabel" | "quaternaryLabel" | "systemFill" | "secondarySystemFill" | "tertiarySystemFill" | "quaternarySystemFill" | "systemBackground" | "separator" | null;
  highContrastDark?: string | "systemBlue" | "white" | "black" | "clear" | "systemPink" | "systemRed" | "systemOrange" | "systemYellow" | "systemGreen" | "systemIndigo" | "systemPurple" | "systemTeal" | "systemMint" | "systemCyan" | "systemBrown" | "systemGray" | "systemGray2" | "systemGray3" | "systemGray4" | "systemGray5" | "systemGray6" | "label" | "secondaryLabel" | "tertiaryLabel" | "quaternaryLabel" | "systemFill" | "secondarySystemFill" | "tertiarySystemFill" | "quaternarySystemFill" | "systemBackground" | "separator" | null;
};

export type DynamicColorPatch = {
  light?: string | "systemBlue" | "white" | "black" | "clear" | "systemPink" | "systemRed" | "systemOrange" | "systemYellow" | "systemGreen" | "systemIndigo" | "systemPurple" | "systemTeal" | "systemMint" | "systemCyan" | "systemBrown" | "systemGray" | "systemGray2" | "systemGray3" | "systemGray4" | "systemGray5" | "systemGray6" | "label" | "secondaryLabel" | "tertiaryLabel" | "quaternaryLabel" | "systemFill" | "secondarySystemFill" | "tertiarySystemFill" | "quaternarySystemFill" | "systemBackground" | "separator" | null;
  dark?: string | "systemBlue" | "white" | "black" | "clear" | "systemPink" | "systemRed" | "systemOrange" | "systemYellow" | "systemGreen" | "systemIndigo" | "systemPurple" | "systemTeal" | "systemMint" | "systemCyan" | "systemBrown" | "systemGray" | "systemGray2" | "systemGray3" | "systemGray4" | "systemGray5" | "systemGray6" | "label" | "secondaryLabel" | "tertiaryLabel" | "quaternaryLabel" | "systemFill" | "secondarySystemFill" | "tertiarySystemFill" | "quaternarySystemFill" | "systemBackground" | "separator" | null;
  highContrastLight?: string | "systemBlue" | "white" | "black" | "clear" | "systemPink" | "systemRed" | "systemOrange" | "systemYellow" | "systemGreen" | "systemIndigo" | "systemPurple" | "systemTeal" | "systemMint" | "systemCyan" | "systemBrown" | "systemGray" | "systemGray2" | "systemGray3" | "systemGray4" | "systemGray5" | "systemGray6" | "label" | "secondaryLabel" | "tertiaryLabel" | "quaternaryLabel" | "systemFill" | "secondarySystemFill" | "tertiarySystemFill" | "quaternarySystemFill" | "systemBackground" | "separator" | null;
  highContrastDark?: string | "systemBlue" | "white" | "black" | "clear" | "systemPink" | "systemRed" | "systemOrange" | "systemYellow" | "systemGreen" | "systemIndigo" | "systemPurple" | "systemTeal" | "systemMint" | "systemCyan" | "systemBrown" | "systemGray" | "systemGray2" | "systemGray3" | "systemGray4" | "systemGray5" | "systemGray6" | "label" | "secondaryLabel" | "tertiaryLabel" | "quaternaryLabel" | "systemFill" | "secondarySystemFill" | "tertiarySystemFill" | "quaternarySystemFill" | "systemBackground" | "separator" | null;
};

/** #RRGGBBAA in upper case. */
export type ResolvedColor = string;

/** Makes a colour out of another. */
export type Effect = "grayscale" | {
  constant?: Color | null;
  alpha?: number | null;
  opacity?: number | null;
  darker?: number | null;
};

/** A text with attributes. */
export type AttributedText = {
  text: string;
  color?: Color | null;
  /** Points. */
  fontSize?: number | null;
  fontWeight?: "ultraLight" | "thin" | "light" | "regular" | "medium" | "semibold" | "bold" | "heavy" | "black" | null;
  underline?: boolean | null;
  strikethrough?: boolean | null;
};

export type AttributedTextPatch = {
  text?: string | null;
  color?: ColorPatch | null;
  /** Points. */
  fontSize?: number | null;
  fontWeight?: "ultraLight" | "thin" | "light" | "regular" | "medium" | "semibold" | "bold" | "heavy" | "black" | null;
  underline?: boolean | null;
  strikethrough?: boolean | null;
};

/** The runs of a title. */
export type TextRuns = Array<{
  text: string;
  color?: Color | null;
  fontWeight?: "ultraLight" | "thin" | "light" | "regular" | "medium" | "semibold" | "bold" | "heavy" | "black" | null;
  italic?: boolean | null;
  underline?: boolean | null;
  strikethrough?: boolean | null;
  /** An address of https, http or mailto. */
  link?: string | null;
}>;

/** The runs of a title as they are drawn. */
export type TitleRuns = Array<{
  text: string;
  color: ResolvedColor;
  fontWeight?: "ultraLight" | "thin" | "light" | "regular" | "medium" | "semibold" | "bold" | "heavy" | "black";
  italic?: boolean;
  underline?: boolean;
  strikethrough?: boolean;
  link?: string;
}>;

/** normal, or some of highlighted, disabled, selected, focused, joined by +. */
export type ControlStateName = string;

/** One to sixteen segments of A-Z a-z 0-9 _ - with dots between them, at most 255 bytes. */
export type StateKey = string;

/** Letters, digits, '.', '_' and '-'. */
export type ButtonID = string;

/** plugin/name, the plugin by its short name or its id. */
export type PluginEntry = string;

/** A system style, or plugin/style. */
export type StyleReference = "plain" | "gray" | "tinted" | "filled" | "borderless" | "bordered" | "borderedTinted" | "borderedProminent" | "glass" | "prominentGlass" | PluginEntry;

/** A value that follows the state: what an expression makes, or text with expressions in braces. */
export type BoundValue = {
  cel: string;
} | {
  template: string;
};

/** True, false, or what follows the state. */
export type Flag = boolean | {
  /** An expression that makes true or false. */
  cel: string;
} | {
  /** The key that the flag follows. */
  state: StateKey;
  /** True while the key has this value; without it, or null, while it is true. */
  equals?: Value;
};

export type FlagPatch = boolean | {
  /** An expression that makes true or false. */
  cel: string;
} | {
  /** The key that the flag follows. */
  state?: StateKey | null;
  /** True while the key has this value; without it, or null, while it is true. */
  equals?: Value;
};

/** A change of one state key. */
export type Operation = {
  op: "set";
  key: StateKey;
  value: Value;
  by?: null;
} | {
  op: "remove";
  key: StateKey;
  value?: null;
  by?: null;
} | {
  op: "increment";
  key: StateKey;
  by?: number | null;
  value?: null;
} | {
  op: "toggle";
  key: StateKey;
  value?: null;
  by?: null;
} | {
  op: "append";
  key: StateKey;
  value: Value;
  by?: null;
} | {
  op: "merge";
  key: StateKey;
  value: Value;
  by?: null;
};

/** Any value, or what makes it of the state. */
export type Argument = Value;

/** An expression that makes true or false. */
export type Condition = string | {
  cel: string;
};

/** A change of one state key. */
export type ActionOperation = {
  op: "set";
  key: StateKey;
  value: Argument;
  /** The operation is left out unless this is true. */
  when?: Condition | null;
  by?: null;
} | {
  op: "remove";
  key: StateKey;
  /** The operation is left out unless this is true. */
  when?: Condition | null;
  value?: null;
  by?: null;
} | {
  op: "increment";
  key: StateKey;
  by?: number | {
    cel: string;
  } | null;
  /** The operation is left out unless this is true. */
  when?: Condition | null;
  value?: null;
} | {
  op: "toggle";
  key: StateKey;
  /** The operation is left out unless this is true. */
  when?: Condition | null;
  value?: null;
  by?: null;
} | {
  op: "append";
  key: StateKey;
  value: Argument;
  /** The operation is left out unless this is true. */
  when?: Condition | null;
  by?: null;
} | {
  op: "merge";
  key: StateKey;
  value: Argument;
  /** The operation is left out unless this is true. */
  when?: Condition | null;
  by?: null;
};

/** What a press or a trigger does. */
export type Action = {
  /** For those who subscribe to actions. */
  name?: string | null;
  /** For those who subscribe to actions. */
  payload?: Value;
  /** The source of the configuration that is sent the action as well. */
  source?: string | null;
  /** The action is not performed unless this is true. */
  when?: Condition | null;
  /** Changes of state, as one set. */
  operations?: Array<ActionOperation> | null;
};

/** An entry of a menu. */
export type MenuItem = {
  id: ButtonID;
  title: string | BoundValue;
  image?: string | BoundValue | null;
  role?: "none" | "cancel" | "destructive" | "primary" | null;
  state?: "off" | "on" | "mixed" | BoundValue | null;
  isEnabled?: boolean | BoundValue | null;
  /** What choosing it does. */
  action?: Action | null;
};

/** What a button wants to look like. */
export type Configuration = {
  /** The title; empty: none. Assigning it drops titleRuns and any attributed title. */
  title?: string | BoundValue | null;
  /** The title with attributes, shown in preference to a plain one; its colour wins over all but titleColorTransformer. */
  attributedTitle?: AttributedText | null;
  /** The title in runs, each with text and, as far as wanted, color, fontWeight, italic, underline, strikethrough and link; shown in preference to title and attributedTitle. Assigning one of the three drops the others. */
  titleRuns?: TextRuns | BoundValue | null;
  /** The colour of title, subtitle, image, activity indicator and indicator, whatever the style would make of them; nothing: the style decides. Assigning it drops titleColor. Attributed texts keep their own colours; colour transformers start from this one. */
  foregroundColor?: Color | BoundValue | null;
  /** Makes the title's colour out of the one that was decided. */
  titleColorTransformer?: Effect | BoundValue | null;
  /** The text style from which the title's size, which grows with the content size, and its weight follow; nothing: the one that belongs to buttonSize. Assigning it drops titleFontSize. */
  titleTextStyle?: "largeTitle" | "title" | "title2" | "title3" | "headline" | "body" | "callout" | "subheadline" | "footnote" | "caption" | "caption2" | BoundValue | null;
  /** The title's size in points, whatever the content size unless titleAdjustsFontForContentSize is true; nothing: the size of the text style. Assigning it drops titleTextStyle. */
  titleFontSize?: number | BoundValue | null;
  /** How heavy the title's letters are. */
  titleFontWeight?: "ultraLight" | "thin" | "light" | "regular" | "medium" | "semibold" | "bold" | "heavy" | "black" | BoundValue | null;
  /** The design of the title's font, which clients draw with the fonts that they have. */
  titleFontDesign?: "default" | "rounded" | "serif" | "monospaced" | BoundValue | null;
  /** Whether the title is italic. */
  titleItalic?: boolean | BoundValue | null;
  /** Whether all digits of the title are as wide as each other. */
  titleMonospacedDigits?: boolean | BoundValue | null;
  /** Whether a size in points grows with the content size as text styles do. */
  titleAdjustsFontForContentSize?: boolean | BoundValue | null;
  /** Makes the title's font out of the one that was decided, attributes of the text included. */
  titleFontTransformer?: string | BoundValue | null;
  /** How a title that does not fit breaks; wrapping runs over several lines, clipping and truncating keep one. */
  titleLineBreakMode?: "byWordWrapping" | "byCharWrapping" | "byClipping" | "byTruncatingHead" | "byTruncatingMiddle" | "byTruncatingTail" | BoundValue | null;
  /** How many lines a title that wraps has at most; what does not fit is truncated at its end. A fraction is dropped; nothing: as many as the client has room for. */
  titleLineLimit?: number | BoundValue | null;
  /** Points between title and subtitle. */
  titlePadding?: number | BoundValue | null;
  /** On which side title and subtitle are flush; automatic leaves it to the client. */
  titleAlignment?: "automatic" | "leading" | "center" | "trailing" | BoundValue | null;
  /** The second line; empty: none. Assigning it drops any attributed subtitle. */
  subtitle?: string | BoundValue | null;
  /** The second line with attributes, shown in preference to a plain one. */
  attributedSubtitle?: AttributedText | null;
  /** Makes the subtitle's colour out of the foreground colour. */
  subtitleColorTransformer?: Effect | BoundValue | null;
  /** How a subtitle that does not fit breaks; wrapping runs over several lines, clipping and truncating keep one. */
  subtitleLineBreakMode?: "byWordWrapping" | "byCharWrapping" | "byClipping" | "byTruncatingHead" | "byTruncatingMiddle" | "byTruncatingTail" | BoundValue | null;
  /** The text style from which the subtitle's size, which grows with the content size, and its weight follow; nothing: the one that belongs to buttonSize. Assigning it drops subtitleFontSize. */
  subtitleTextStyle?: "largeTitle" | "title" | "title2" | "title3" | "headline" | "body" | "callout" | "subheadline" | "footnote" | "caption" | "caption2" | BoundValue | null;
  /** The subtitle's size in points, whatever the content size unless subtitleAdjustsFontForContentSize is true; nothing: the size of the text style. Assigning it drops subtitleTextStyle. */
  subtitleFontSize?: number | BoundValue | null;
  /** How heavy the subtitle's letters are. */
  subtitleFontWeight?: "ultraLight" | "thin" | "light" | "regular" | "medium" | "semibold" | "bold" | "heavy" | "black" | BoundValue | null;
  /** The design of the subtitle's font, which clients draw with the fonts that they have. */
  subtitleFontDesign?: "default" | "rounded" | "serif" | "monospaced" | BoundValue | null;
  /** Whether the subtitle is italic. */
  subtitleItalic?: boolean | BoundValue | null;
  /** Whether all digits of the subtitle are as wide as each other. */
  subtitleMonospacedDigits?: boolean | BoundValue | null;
  /** Whether a size in points grows with the content size as text styles do. */
  subtitleAdjustsFontForContentSize?: boolean | BoundValue | null;
  /** Makes the subtitle's font out of the one that was decided, attributes of the text included. */
  subtitleFontTransformer?: string | BoundValue | null;
  /** The name of an image that clients know; empty: none. */
  image?: string | BoundValue | null;
  /** The side of the title on which the image or the activity indicator stands. */
  imagePlacement?: "top" | "leading" | "bottom" | "trailing" | BoundValue | null;
  /** Points between image and text. */
  imagePadding?: number | BoundValue | null;
  /** Points kept free for the image on its axis. */
  imageReservation?: number | BoundValue | null;
  /** Makes the image's colour out of the foreground colour. */
  imageColorTransformer?: Effect | BoundValue | null;
  /** How the image moves: bounce and wiggle move it once; pulse, variableColor, rotate and breathe as long as they are set. It stands still where the reader wants little motion or the client cannot do it. */
  symbolEffect?: "none" | "bounce" | "wiggle" | "pulse" | "variableColor" | "rotate" | "breathe" | BoundValue | null;
  /** Makes bounce and wiggle play again whenever it changes. */
  symbolEffectValue?: string | BoundValue | null;
  /** The side in points of the square of the image, and of the activity indicator, whatever the content size; nothing: 1.2 times the title's font size. */
  imageSize?: number | BoundValue | null;
  /** How heavy the lines of a symbol are. */
  imageWeight?: "ultraLight" | "thin" | "light" | "regular" | "medium" | "semibold" | "bold" | "heavy" | "black" | BoundValue | null;
  /** Whether the image has the foreground colour (template) or its own colours (original), which are then as opaque as the foreground colour. */
  imageRenderingMode?: "template" | "original" | BoundValue | null;
  /** What shows of title, subtitle and image; a title that iconOnly hides stays for assistive technology. */
  labelStyle?: "titleAndIcon" | "titleOnly" | "iconOnly" | BoundValue | null;
  /** Whether an activity indicator replaces the image. */
  showsActivityIndicator?: boolean | BoundValue | null;
  /** Makes the activity indicator's colour out of the foreground colour. */
  activityIndicatorColorTransformer?: Effect | BoundValue | null;
  /** The mark for what a press opens; automatic shows no mark. */
  indicator?: "automatic" | "none" | "popup" | BoundValue | null;
  /** Makes the indicator's colour out of the foreground colour. */
  indicatorColorTransformer?: Effect | BoundValue | null;
  /** How much of the background is filled, from its leading edge; a number below 0 counts as 0, one above 1 as 1. While it is not set, there is no progress. */
  progress?: number | BoundValue | null;
  /** The colour of the part that progress fills, laid over the background; nothing: the title's colour with alpha 0.2, or black with alpha 0.2 where the title is lighter than a background that is not dark. */
  progressColor?: Color | BoundValue | null;
  contentInsets?: {
    /** Points above the content; the default is that of the medium buttonSize. */
    top?: number | BoundValue | null;
    /** Points before the content; the default is that of the medium buttonSize. */
    leading?: number | BoundValue | null;
    /** Points below the content; the default is that of the medium buttonSize. */
    bottom?: number | BoundValue | null;
    /** Points behind the content; the default is that of the medium buttonSize. */
    trailing?: number | BoundValue | null;
  } | {
    /** Points above the content; the default is that of the medium buttonSize. */
    top?: number | BoundValue | null;
    /** Points before the content; the default is that of the medium buttonSize. */
    leading?: number | BoundValue | null;
    /** Points below the content; the default is that of the medium buttonSize. */
    bottom?: number | BoundValue | null;
    /** Points behind the content; the default is that of the medium buttonSize. */
    trailing?: number | BoundValue | null;
  };
  /** The size from which insets, corner radius and font follow where nobody sets them. */
  buttonSize?: "mini" | "small" | "medium" | "large" | BoundValue | null;
  /** The size by SwiftUI's names, where regular is buttonSize medium; that of the group unless the button has its own. Assigning it drops buttonSize, and vice versa. */
  controlSize?: "mini" | "small" | "regular" | "large" | "extraLarge" | BoundValue | null;
  /** Where the corner radius comes from: fixed takes background.cornerRadius as it is, dynamic grows it with the content size, small, medium and large have their own, capsule is round. */
  cornerStyle?: "fixed" | "dynamic" | "small" | "medium" | "large" | "capsule" | BoundValue | null;
  /** The shape of the background, that of the group unless the button has its own: automatic is the style's, capsule has round ends, circle is as wide as high, roundedRectangle takes borderRadius. Assigning it drops cornerStyle, and vice versa. */
  borderShape?: "automatic" | "capsule" | "circle" | "roundedRectangle" | BoundValue | null;
  /** The radius in points of a roundedRectangle, whatever the content size; that of the group unless the button has its own, then background.cornerRadius, then the style's. */
  borderRadius?: number | BoundValue | null;
  /** The colour from which the style makes text and image colours; nothing: the style decides. */
  baseForegroundColor?: Color | BoundValue | null;
  /** The colour from which the style makes the background; nothing: the style decides. */
  baseBackgroundColor?: Color | BoundValue | null;
  /** Whether the base style shows that the button is selected; nothing: not with the styles filled, borderedProminent and prominentGlass, but with all others. */
  automaticallyUpdateForSelection?: boolean | BoundValue | null;
  /** Whether changes of the content may be animated. */
  contentAnimation?: "automatic" | "none" | BoundValue | null;
  /** How a title or subtitle that changes gives way to the next: at once, fading, or like a counter; always at once where the reader wants little motion or the client cannot do it. */
  contentTransition?: "identity" | "opacity" | "numericText" | BoundValue | null;
  background?: {
    /** The corner radius in points, clamped to what fits. It counts where cornerStyle is fixed, or dynamic, which lets it grow with the content size; nothing: the style's for the buttonSize. */
    cornerRadius?: number | BoundValue | null;
    backgroundInsets?: {
      /** Points by which the background stays inside; negative: it grows. */
      top?: number | BoundValue | null;
      /** Points by which the background stays inside; negative: it grows. */
      leading?: number | BoundValue | null;
      /** Points by which the background stays inside; negative: it grows. */
      bottom?: number | BoundValue | null;
      /** Points by which the background stays inside; negative: it grows. */
      trailing?: number | BoundValue | null;
    } | {
      /** Points by which the background stays inside; negative: it grows. */
      top?: number | BoundValue | null;
      /** Points by which the background stays inside; negative: it grows. */
      leading?: number | BoundValue | null;
      /** Points by which the background stays inside; negative: it grows. */
      bottom?: number | BoundValue | null;
      /** Points by which the background stays inside; negative: it grows. */
      trailing?: number | BoundValue | null;
    };
    /** The colour of the background's fill, in every state; nothing: the style decides; clear: no fill. */
    backgroundColor?: Color | BoundValue | null;
    /** Makes the background's colour out of the one that was decided. */
    backgroundColorTransformer?: Effect | BoundValue | null;
    /** The outline's colour; nothing: the tint. */
    strokeColor?: Color | BoundValue | null;
    /** Makes the outline's colour out of the one that was decided. */
    strokeColorTransformer?: Effect | BoundValue | null;
    /** The outline's width in points; while it is not set, the base styles draw a focus ring of 2. */
    strokeWidth?: number | BoundValue | null;
    /** Points by which the outline lies outside the background. */
    strokeOutset?: number | BoundValue | null;
    /** The name of an image that clients know, drawn behind the content; empty: none. */
    image?: string | BoundValue | null;
    /** How the background image fills its place. */
    imageContentMode?: "scaleToFill" | "scaleAspectFit" | "scaleAspectFill" | "center" | "top" | "bottom" | "left" | "right" | "topLeft" | "topRight" | "bottomLeft" | "bottomRight" | BoundValue | null;
    shadow?: {
      /** The shadow's colour. */
      color?: Color | BoundValue | null;
      /** Multiplies the alpha of the shadow's colour; 0: no shadow. */
      opacity?: number | BoundValue | null;
      /** The shadow's blur radius in points. */
      radius?: number | BoundValue | null;
      /** Points by which the shadow is moved to the right. */
      x?: number | BoundValue | null;
      /** Points by which the shadow is moved down. */
      y?: number | BoundValue | null;
    } | {
      /** The shadow's colour. */
      color?: Color | BoundValue | null;
      /** Multiplies the alpha of the shadow's colour; 0: no shadow. */
      opacity?: number | BoundValue | null;
      /** The shadow's blur radius in points. */
      radius?: number | BoundValue | null;
      /** Points by which the shadow is moved to the right. */
      x?: number | BoundValue | null;
      /** Points by which the shadow is moved down. */
      y?: number | BoundValue | null;
    };
    /** The name of a visual effect behind the background, a hint to clients; empty: none. */
    material?: string | BoundValue | null;
  } | {
    /** The corner radius in points, clamped to what fits. It counts where cornerStyle is fixed, or dynamic, which lets it grow with the content size; nothing: the style's for the buttonSize. */
    cornerRadius?: number | BoundValue | null;
    backgroundInsets?: {
      /** Points by which the background stays inside; negative: it grows. */
      top?: number | BoundValue | null;
      /** Points by which the background stays inside; negative: it grows. */
      leading?: number | BoundValue | null;
      /** Points by which the background stays inside; negative: it grows. */
      bottom?: number | BoundValue | null;
      /** Points by which the background stays inside; negative: it grows. */
      trailing?: number | BoundValue | null;
    } | {
      /** Points by which the background stays inside; negative: it grows. */
      top?: number | BoundValue | null;
      /** Points by which the background stays inside; negative: it grows. */
      leading?: number | BoundValue | null;
      /** Points by which the background stays inside; negative: it grows. */
      bottom?: number | BoundValue | null;
      /** Points by which the background stays inside; negative: it grows. */
      trailing?: number | BoundValue | null;
    };
    /** The colour of the background's fill, in every state; nothing: the style decides; clear: no fill. */
    backgroundColor?: Color | BoundValue | null;
    /** Makes the background's colour out of the one that was decided. */
    backgroundColorTransformer?: Effect | BoundValue | null;
    /** The outline's colour; nothing: the tint. */
    strokeColor?: Color | BoundValue | null;
    /** Makes the outline's colour out of the one that was decided. */
    strokeColorTransformer?: Effect | BoundValue | null;
    /** The outline's width in points; while it is not set, the base styles draw a focus ring of 2. */
    strokeWidth?: number | BoundValue | null;
    /** Points by which the outline lies outside the background. */
    strokeOutset?: number | BoundValue | null;
    /** The name of an image that clients know, drawn behind the content; empty: none. */
    image?: string | BoundValue | null;
    /** How the background image fills its place. */
    imageContentMode?: "scaleToFill" | "scaleAspectFit" | "scaleAspectFill" | "center" | "top" | "bottom" | "left" | "right" | "topLeft" | "topRight" | "bottomLeft" | "bottomRight" | BoundValue | null;
    shadow?: {
      /** The shadow's colour. */
      color?: Color | BoundValue | null;
      /** Multiplies the alpha of the shadow's colour; 0: no shadow. */
      opacity?: number | BoundValue | null;
      /** The shadow's blur radius in points. */
      radius?: number | BoundValue | null;
      /** Points by which the shadow is moved to the right. */
      x?: number | BoundValue | null;
      /** Points by which the shadow is moved down. */
      y?: number | BoundValue | null;
    } | {
      /** The shadow's colour. */
      color?: Color | BoundValue | null;
      /** Multiplies the alpha of the shadow's colour; 0: no shadow. */
      opacity?: number | BoundValue | null;
      /** The shadow's blur radius in points. */
      radius?: number | BoundValue | null;
      /** Points by which the shadow is moved to the right. */
      x?: number | BoundValue | null;
      /** Points by which the shadow is moved down. */
      y?: number | BoundValue | null;
    };
    /** The name of a visual effect behind the background, a hint to clients; empty: none. */
    material?: string | BoundValue | null;
  };
  /** What assistive technology reads out; nothing or empty: the title. */
  accessibilityLabel?: string | BoundValue | null;
  /** What assistive technology adds about the result of a press. */
  accessibilityHint?: string | BoundValue | null;
};

/** Properties over those there are; null puts back the default. */
export type ConfigurationPatch = {
  /** The title; empty: none. Assigning it drops titleRuns and any attributed title. */
  title?: string | BoundValue | null;
  /** The title with attributes, shown in preference to a plain one; its colour wins over all but titleColorTransformer. */
  attributedTitle?: AttributedTextPatch | null;
  /** The title in runs, each with text and, as far as wanted, color, fontWeight, italic, underline, strikethrough and link; shown in preference to title and attributedTitle. Assigning one of the three drops the others. */
  titleRuns?: TextRuns | BoundValue | null;
  /** The colour of title, subtitle, image, activity indicator and indicator, whatever the style would make of them; nothing: the style decides. Assigning it drops titleColor. Attributed texts keep their own colours; colour transformers start from this one. */
  foregroundColor?: ColorPatch | BoundValue | null;
  /** Makes the title's colour out of the one that was decided. */
  titleColorTransformer?: Effect | BoundValue | null;
  /** The text style from which the title's size, which grows with the content size, and its weight follow; nothing: the one that belongs to buttonSize. Assigning it drops titleFontSize. */
  titleTextStyle?: "largeTitle" | "title" | "title2" | "title3" | "headline" | "body" | "callout" | "subheadline" | "footnote" | "caption" | "caption2" | BoundValue | null;
  /** The title's size in points, whatever the content size unless titleAdjustsFontForContentSize is true; nothing: the size of the text style. Assigning it drops titleTextStyle. */
  titleFontSize?: number | BoundValue | null;
  /** How heavy the title's letters are. */
  titleFontWeight?: "ultraLight" | "thin" | "light" | "regular" | "medium" | "semibold" | "bold" | "heavy" | "black" | BoundValue | null;
  /** The design of the title's font, which clients draw with the fonts that they have. */
  titleFontDesign?: "default" | "rounded" | "serif" | "monospaced" | BoundValue | null;
  /** Whether the title is italic. */
  titleItalic?: boolean | BoundValue | null;
  /** Whether all digits of the title are as wide as each other. */
  titleMonospacedDigits?: boolean | BoundValue | null;
  /** Whether a size in points grows with the content size as text styles do. */
  titleAdjustsFontForContentSize?: boolean | BoundValue | null;
  /** Makes the title's font out of the one that was decided, attributes of the text included. */
  titleFontTransformer?: string | BoundValue | null;
  /** How a title that does not fit breaks; wrapping runs over several lines, clipping and truncating keep one. */
  titleLineBreakMode?: "byWordWrapping" | "byCharWrapping" | "byClipping" | "byTruncatingHead" | "byTruncatingMiddle" | "byTruncatingTail" | BoundValue | null;
  /** How many lines a title that wraps has at most; what does not fit is truncated at its end. A fraction is dropped; nothing: as many as the client has room for. */
  titleLineLimit?: number | BoundValue | null;
  /** Points between title and subtitle. */
  titlePadding?: number | BoundValue | null;
  /** On which side title and subtitle are flush; automatic leaves it to the client. */
  titleAlignment?: "automatic" | "leading" | "center" | "trailing" | BoundValue | null;
  /** The second line; empty: none. Assigning it drops any attributed subtitle. */
  subtitle?: string | BoundValue | null;
  /** The second line with attributes, shown in preference to a plain one. */
  attributedSubtitle?: AttributedTextPatch | null;
  /** Makes the subtitle's colour out of the foreground colour. */
  subtitleColorTransformer?: Effect | BoundValue | null;
  /** How a subtitle that does not fit breaks; wrapping runs over several lines, clipping and truncating keep one. */
  subtitleLineBreakMode?: "byWordWrapping" | "byCharWrapping" | "byClipping" | "byTruncatingHead" | "byTruncatingMiddle" | "byTruncatingTail" | BoundValue | null;
  /** The text style from which the subtitle's size, which grows with the content size, and its weight follow; nothing: the one that belongs to buttonSize. Assigning it drops subtitleFontSize. */
  subtitleTextStyle?: "largeTitle" | "title" | "title2" | "title3" | "headline" | "body" | "callout" | "subheadline" | "footnote" | "caption" | "caption2" | BoundValue | null;
  /** The subtitle's size in points, whatever the content size unless subtitleAdjustsFontForContentSize is true; nothing: the size of the text style. Assigning it drops subtitleTextStyle. */
  subtitleFontSize?: number | BoundValue | null;
  /** How heavy the subtitle's letters are. */
  subtitleFontWeight?: "ultraLight" | "thin" | "light" | "regular" | "medium" | "semibold" | "bold" | "heavy" | "black" | BoundValue | null;
  /** The design of the subtitle's font, which clients draw with the fonts that they have. */
  subtitleFontDesign?: "default" | "rounded" | "serif" | "monospaced" | BoundValue | null;
  /** Whether the subtitle is italic. */
  subtitleItalic?: boolean | BoundValue | null;
  /** Whether all digits of the subtitle are as wide as each other. */
  subtitleMonospacedDigits?: boolean | BoundValue | null;
  /** Whether a size in points grows with the content size as text styles do. */
  subtitleAdjustsFontForContentSize?: boolean | BoundValue | null;
  /** Makes the subtitle's font out of the one that was decided, attributes of the text included. */
  subtitleFontTransformer?: string | BoundValue | null;
  /** The name of an image that clients know; empty: none. */
  image?: string | BoundValue | null;
  /** The side of the title on which the image or the activity indicator stands. */
  imagePlacement?: "top" | "leading" | "bottom" | "trailing" | BoundValue | null;
  /** Points between image and text. */
  imagePadding?: number | BoundValue | null;
  /** Points kept free for the image on its axis. */
  imageReservation?: number | BoundValue | null;
  /** Makes the image's colour out of the foreground colour. */
  imageColorTransformer?: Effect | BoundValue | null;
  /** How the image moves: bounce and wiggle move it once; pulse, variableColor, rotate and breathe as long as they are set. It stands still where the reader wants little motion or the client cannot do it. */
  symbolEffect?: "none" | "bounce" | "wiggle" | "pulse" | "variableColor" | "rotate" | "breathe" | BoundValue | null;
  /** Makes bounce and wiggle play again whenever it changes. */
  symbolEffectValue?: string | BoundValue | null;
  /** The side in points of the square of the image, and of the activity indicator, whatever the content size; nothing: 1.2 times the title's font size. */
  imageSize?: number | BoundValue | null;
  /** How heavy the lines of a symbol are. */
  imageWeight?: "ultraLight" | "thin" | "light" | "regular" | "medium" | "semibold" | "bold" | "heavy" | "black" | BoundValue | null;
  /** Whether the image has the foreground colour (template) or its own colours (original), which are then as opaque as the foreground colour. */
  imageRenderingMode?: "template" | "original" | BoundValue | null;
  /** What shows of title, subtitle and image; a title that iconOnly hides stays for assistive technology. */
  labelStyle?: "titleAndIcon" | "titleOnly" | "iconOnly" | BoundValue | null;
  /** Whether an activity indicator replaces the image. */
  showsActivityIndicator?: boolean | BoundValue | null;
  /** Makes the activity indicator's colour out of the foreground colour. */
  activityIndicatorColorTransformer?: Effect | BoundValue | null;
  /** The mark for what a press opens; automatic shows no mark. */
  indicator?: "automatic" | "none" | "popup" | BoundValue | null;
  /** Makes the indicator's colour out of the foreground colour. */
  indicatorColorTransformer?: Effect | BoundValue | null;
  /** How much of the background is filled, from its leading edge; a number below 0 counts as 0, one above 1 as 1. While it is not set, there is no progress. */
  progress?: number | BoundValue | null;
  /** The colour of the part that progress fills, laid over the background; nothing: the title's colour with alpha 0.2, or black with alpha 0.2 where the title is lighter than a background that is not dark. */
  progressColor?: ColorPatch | BoundValue | null;
  contentInsets?: {
    /** Points above the content; the default is that of the medium buttonSize. */
    top?: number | BoundValue | null;
    /** Points before the content; the default is that of the medium buttonSize. */
    leading?: number | BoundValue | null;
    /** Points below the content; the default is that of the medium buttonSize. */
    bottom?: number | BoundValue | null;
    /** Points behind the content; the default is that of the medium buttonSize. */
    trailing?: number | BoundValue | null;
  } | {
    /** Points above the content; the default is that of the medium buttonSize. */
    top?: number | BoundValue | null;
    /** Points before the content; the default is that of the medium buttonSize. */
    leading?: number | BoundValue | null;
    /** Points below the content; the default is that of the medium buttonSize. */
    bottom?: number | BoundValue | null;
    /** Points behind the content; the default is that of the medium buttonSize. */
    trailing?: number | BoundValue | null;
  };
  /** The size from which insets, corner radius and font follow where nobody sets them. */
  buttonSize?: "mini" | "small" | "medium" | "large" | BoundValue | null;
  /** The size by SwiftUI's names, where regular is buttonSize medium; that of the group unless the button has its own. Assigning it drops buttonSize, and vice versa. */
  controlSize?: "mini" | "small" | "regular" | "large" | "extraLarge" | BoundValue | null;
  /** Where the corner radius comes from: fixed takes background.cornerRadius as it is, dynamic grows it with the content size, small, medium and large have their own, capsule is round. */
  cornerStyle?: "fixed" | "dynamic" | "small" | "medium" | "large" | "capsule" | BoundValue | null;
  /** The shape of the background, that of the group unless the button has its own: automatic is the style's, capsule has round ends, circle is as wide as high, roundedRectangle takes borderRadius. Assigning it drops cornerStyle, and vice versa. */
  borderShape?: "automatic" | "capsule" | "circle" | "roundedRectangle" | BoundValue | null;
  /** The radius in points of a roundedRectangle, whatever the content size; that of the group unless the button has its own, then background.cornerRadius, then the style's. */
  borderRadius?: number | BoundValue | null;
  /** The colour from which the style makes text and image colours; nothing: the style decides. */
  baseForegroundColor?: ColorPatch | BoundValue | null;
  /** The colour from which the style makes the background; nothing: the style decides. */
  baseBackgroundColor?: ColorPatch | BoundValue | null;
  /** Whether the base style shows that the button is selected; nothing: not with the styles filled, borderedProminent and prominentGlass, but with all others. */
  automaticallyUpdateForSelection?: boolean | BoundValue | null;
  /** Whether changes of the content may be animated. */
  contentAnimation?: "automatic" | "none" | BoundValue | null;
  /** How a title or subtitle that changes gives way to the next: at once, fading, or like a counter; always at once where the reader wants little motion or the client cannot do it. */
  contentTransition?: "identity" | "opacity" | "numericText" | BoundValue | null;
  background?: {
    /** The corner radius in points, clamped to what fits. It counts where cornerStyle is fixed, or dynamic, which lets it grow with the content size; nothing: the style's for the buttonSize. */
    cornerRadius?: number | BoundValue | null;
    backgroundInsets?: {
      /** Points by which the background stays inside; negative: it grows. */
      top?: number | BoundValue | null;
      /** Points by which the background stays inside; negative: it grows. */
      leading?: number | BoundValue | null;
      /** Points by which the background stays inside; negative: it grows. */
      bottom?: number | BoundValue | null;
      /** Points by which the background stays inside; negative: it grows. */
      trailing?: number | BoundValue | null;
    } | {
      /** Points by which the background stays inside; negative: it grows. */
      top?: number | BoundValue | null;
      /** Points by which the background stays inside; negative: it grows. */
      leading?: number | BoundValue | null;
      /** Points by which the background stays inside; negative: it grows. */
      bottom?: number | BoundValue | null;
      /** Points by which the background stays inside; negative: it grows. */
      trailing?: number | BoundValue | null;
    };
    /** The colour of the background's fill, in every state; nothing: the style decides; clear: no fill. */
    backgroundColor?: ColorPatch | BoundValue | null;
    /** Makes the background's colour out of the one that was decided. */
    backgroundColorTransformer?: Effect | BoundValue | null;
    /** The outline's colour; nothing: the tint. */
    strokeColor?: ColorPatch | BoundValue | null;
    /** Makes the outline's colour out of the one that was decided. */
    strokeColorTransformer?: Effect | BoundValue | null;
    /** The outline's width in points; while it is not set, the base styles draw a focus ring of 2. */
    strokeWidth?: number | BoundValue | null;
    /** Points by which the outline lies outside the background. */
    strokeOutset?: number | BoundValue | null;
    /** The name of an image that clients know, drawn behind the content; empty: none. */
    image?: string | BoundValue | null;
    /** How the background image fills its place. */
    imageContentMode?: "scaleToFill" | "scaleAspectFit" | "scaleAspectFill" | "center" | "top" | "bottom" | "left" | "right" | "topLeft" | "topRight" | "bottomLeft" | "bottomRight" | BoundValue | null;
    shadow?: {
      /** The shadow's colour. */
      color?: ColorPatch | BoundValue | null;
      /** Multiplies the alpha of the shadow's colour; 0: no shadow. */
      opacity?: number | BoundValue | null;
      /** The shadow's blur radius in points. */
      radius?: number | BoundValue | null;
      /** Points by which the shadow is moved to the right. */
      x?: number | BoundValue | null;
      /** Points by which the shadow is moved down. */
      y?: number | BoundValue | null;
    } | {
      /** The shadow's colour. */
      color?: ColorPatch | BoundValue | null;
      /** Multiplies the alpha of the shadow's colour; 0: no shadow. */
      opacity?: number | BoundValue | null;
      /** The shadow's blur radius in points. */
      radius?: number | BoundValue | null;
      /** Points by which the shadow is moved to the right. */
      x?: number | BoundValue | null;
      /** Points by which the shadow is moved down. */
      y?: number | BoundValue | null;
    };
    /** The name of a visual effect behind the background, a hint to clients; empty: none. */
    material?: string | BoundValue | null;
  } | {
    /** The corner radius in points, clamped to what fits. It counts where cornerStyle is fixed, or dynamic, which lets it grow with the content size; nothing: the style's for the buttonSize. */
    cornerRadius?: number | BoundValue | null;
    backgroundInsets?: {
      /** Points by which the background stays inside; negative: it grows. */
      top?: number | BoundValue | null;
      /** Points by which the background stays inside; negative: it grows. */
      leading?: number | BoundValue | null;
      /** Points by which the background stays inside; negative: it grows. */
      bottom?: number | BoundValue | null;
      /** Points by which the background stays inside; negative: it grows. */
      trailing?: number | BoundValue | null;
    } | {
      /** Points by which the background stays inside; negative: it grows. */
      top?: number | BoundValue | null;
      /** Points by which the background stays inside; negative: it grows. */
      leading?: number | BoundValue | null;
      /** Points by which the background stays inside; negative: it grows. */
      bottom?: number | BoundValue | null;
      /** Points by which the background stays inside; negative: it grows. */
      trailing?: number | BoundValue | null;
    };
    /** The colour of the background's fill, in every state; nothing: the style decides; clear: no fill. */
    backgroundColor?: ColorPatch | BoundValue | null;
    /** Makes the background's colour out of the one that was decided. */
    backgroundColorTransformer?: Effect | BoundValue | null;
    /** The outline's colour; nothing: the tint. */
    strokeColor?: ColorPatch | BoundValue | null;
    /** Makes the outline's colour out of the one that was decided. */
    strokeColorTransformer?: Effect | BoundValue | null;
    /** The outline's width in points; while it is not set, the base styles draw a focus ring of 2. */
    strokeWidth?: number | BoundValue | null;
    /** Points by which the outline lies outside the background. */
    strokeOutset?: number | BoundValue | null;
    /** The name of an image that clients know, drawn behind the content; empty: none. */
    image?: string | BoundValue | null;
    /** How the background image fills its place. */
    imageContentMode?: "scaleToFill" | "scaleAspectFit" | "scaleAspectFill" | "center" | "top" | "bottom" | "left" | "right" | "topLeft" | "topRight" | "bottomLeft" | "bottomRight" | BoundValue | null;
    shadow?: {
      /** The shadow's colour. */
      color?: ColorPatch | BoundValue | null;
      /** Multiplies the alpha of the shadow's colour; 0: no shadow. */
      opacity?: number | BoundValue | null;
      /** The shadow's blur radius in points. */
      radius?: number | BoundValue | null;
      /** Points by which the shadow is moved to the right. */
      x?: number | BoundValue | null;
      /** Points by which the shadow is moved down. */
      y?: number | BoundValue | null;
    } | {
      /** The shadow's colour. */
      color?: ColorPatch | BoundValue | null;
      /** Multiplies the alpha of the shadow's colour; 0: no shadow. */
      opacity?: number | BoundValue | null;
      /** The shadow's blur radius in points. */
      radius?: number | BoundValue | null;
      /** Points by which the shadow is moved to the right. */
      x?: number | BoundValue | null;
      /** Points by which the shadow is moved down. */
      y?: number | BoundValue | null;
    };
    /** The name of a visual effect behind the background, a hint to clients; empty: none. */
    material?: string | BoundValue | null;
  };
  /** What assistive technology reads out; nothing or empty: the title. */
  accessibilityLabel?: string | BoundValue | null;
  /** What assistive technology adds about the result of a press. */
  accessibilityHint?: string | BoundValue | null;
};

/** Values by control state. */
export type StateValues = {
  /** The title; empty: none. Assigning it drops titleRuns and any attributed title. */
  title?: Record<string, string | BoundValue | null> | null;
  /** The title with attributes, shown in preference to a plain one; its colour wins over all but titleColorTransformer. */
  attributedTitle?: Record<string, AttributedText | null> | null;
  /** The title in runs, each with text and, as far as wanted, color, fontWeight, italic, underline, strikethrough and link; shown in preference to title and attributedTitle. Assigning one of the three drops the others. */
  titleRuns?: Record<string, TextRuns | BoundValue | null> | null;
  /** The title's colour; nothing: the style decides. */
  titleColor?: Record<string, Color | BoundValue | null> | null;
  /** The text style from which the title's size, which grows with the content size, and its weight follow; nothing: the one that belongs to buttonSize. Assigning it drops titleFontSize. */
  titleTextStyle?: Record<string, "largeTitle" | "title" | "title2" | "title3" | "headline" | "body" | "callout" | "subheadline" | "footnote" | "caption" | "caption2" | BoundValue | null> | null;
  /** The title's size in points, whatever the content size unless titleAdjustsFontForContentSize is true; nothing: the size of the text style. Assigning it drops titleTextStyle. */
  titleFontSize?: Record<string, number | BoundValue | null> | null;
  /** How heavy the title's letters are. */
  titleFontWeight?: Record<string, "ultraLight" | "thin" | "light" | "regular" | "medium" | "semibold" | "bold" | "heavy" | "black" | BoundValue | null> | null;
  /** The design of the title's font, which clients draw with the fonts that they have. */
  titleFontDesign?: Record<string, "default" | "rounded" | "serif" | "monospaced" | BoundValue | null> | null;
  /** Whether the title is italic. */
  titleItalic?: Record<string, boolean | BoundValue | null> | null;
  /** Whether all digits of the title are as wide as each other. */
  titleMonospacedDigits?: Record<string, boolean | BoundValue | null> | null;
  /** Whether a size in points grows with the content size as text styles do. */
  titleAdjustsFontForContentSize?: Record<string, boolean | BoundValue | null> | null;
  /** The text style from which the subtitle's size, which grows with the content size, and its weight follow; nothing: the one that belongs to buttonSize. Assigning it drops subtitleFontSize. */
  subtitleTextStyle?: Record<string, "largeTitle" | "title" | "title2" | "title3" | "headline" | "body" | "callout" | "subheadline" | "footnote" | "caption" | "caption2" | BoundValue | null> | null;
  /** The subtitle's size in points, whatever the content size unless subtitleAdjustsFontForContentSize is true; nothing: the size of the text style. Assigning it drops subtitleTextStyle. */
  subtitleFontSize?: Record<string, number | BoundValue | null> | null;
  /** How heavy the subtitle's letters are. */
  subtitleFontWeight?: Record<string, "ultraLight" | "thin" | "light" | "regular" | "medium" | "semibold" | "bold" | "heavy" | "black" | BoundValue | null> | null;
  /** The design of the subtitle's font, which clients draw with the fonts that they have. */
  subtitleFontDesign?: Record<string, "default" | "rounded" | "serif" | "monospaced" | BoundValue | null> | null;
  /** Whether the subtitle is italic. */
  subtitleItalic?: Record<string, boolean | BoundValue | null> | null;
  /** Whether all digits of the subtitle are as wide as each other. */
  subtitleMonospacedDigits?: Record<string, boolean | BoundValue | null> | null;
  /** Whether a size in points grows with the content size as text styles do. */
  subtitleAdjustsFontForContentSize?: Record<string, boolean | BoundValue | null> | null;
  /** The name of an image that clients know; empty: none. */
  image?: Record<string, string | BoundValue | null> | null;
  /** The side in points of the square of the image, and of the activity indicator, whatever the content size; nothing: 1.2 times the title's font size. */
  imageSize?: Record<string, number | BoundValue | null> | null;
  /** How heavy the lines of a symbol are. */
  imageWeight?: Record<string, "ultraLight" | "thin" | "light" | "regular" | "medium" | "semibold" | "bold" | "heavy" | "black" | BoundValue | null> | null;
  /** Whether the image has the foreground colour (template) or its own colours (original), which are then as opaque as the foreground colour. */
  imageRenderingMode?: Record<string, "template" | "original" | BoundValue | null> | null;
  /** How much of the background is filled, from its leading edge; a number below 0 counts as 0, one above 1 as 1. While it is not set, there is no progress. */
  progress?: Record<string, number | BoundValue | null> | null;
  /** The colour of the part that progress fills, laid over the background; nothing: the title's colour with alpha 0.2, or black with alpha 0.2 where the title is lighter than a background that is not dark. */
  progressColor?: Record<string, Color | BoundValue | null> | null;
  /** The size by SwiftUI's names, where regular is buttonSize medium; that of the group unless the button has its own. Assigning it drops buttonSize, and vice versa. */
  controlSize?: Record<string, "mini" | "small" | "regular" | "large" | "extraLarge" | BoundValue | null> | null;
  /** The shape of the background, that of the group unless the button has its own: automatic is the style's, capsule has round ends, circle is as wide as high, roundedRectangle takes borderRadius. Assigning it drops cornerStyle, and vice versa. */
  borderShape?: Record<string, "automatic" | "capsule" | "circle" | "roundedRectangle" | BoundValue | null> | null;
  /** The radius in points of a roundedRectangle, whatever the content size; that of the group unless the button has its own, then background.cornerRadius, then the style's. */
  borderRadius?: Record<string, number | BoundValue | null> | null;
  /** Accepted with a warning: it has no effect. */
  backgroundImage?: Value;
  /** Accepted with a warning: it has no effect. */
  titleShadowColor?: Value;
  /** Accepted with a warning: it has no effect. */
  contentEdgeInsets?: Value;
  /** Accepted with a warning: it has no effect. */
  titleEdgeInsets?: Value;
  /** Accepted with a warning: it has no effect. */
  imageEdgeInsets?: Value;
};

export type StateValuesPatch = {
  /** The title; empty: none. Assigning it drops titleRuns and any attributed title. */
  title?: Record<string, string | BoundValue | null> | null;
  /** The title with attributes, shown in preference to a plain one; its colour wins over all but titleColorTransformer. */
  attributedTitle?: Record<string, AttributedTextPatch | null> | null;
  /** The title in runs, each with text and, as far as wanted, color, fontWeight, italic, underline, strikethrough and link; shown in preference to title and attributedTitle. Assigning one of the three drops the others. */
  titleRuns?: Record<string, TextRuns | BoundValue | null> | null;
  /** The title's colour; nothing: the style decides. */
  titleColor?: Record<string, ColorPatch | BoundValue | null> | null;
  /** The text style from which the title's size, which grows with the content size, and its weight follow; nothing: the one that belongs to buttonSize. Assigning it drops titleFontSize. */
  titleTextStyle?: Record<string, "largeTitle" | "title" | "title2" | "title3" | "headline" | "body" | "callout" | "subheadline" | "footnote" | "caption" | "caption2" | BoundValue | null> | null;
  /** The title's size in points, whatever the content size unless titleAdjustsFontForContentSize is true; nothing: the size of the text style. Assigning it drops titleTextStyle. */
  titleFontSize?: Record<string, number | BoundValue | null> | null;
  /** How heavy the title's letters are. */
  titleFontWeight?: Record<string, "ultraLight" | "thin" | "light" | "regular" | "medium" | "semibold" | "bold" | "heavy" | "black" | BoundValue | null> | null;
  /** The design of the title's font, which clients draw with the fonts that they have. */
  titleFontDesign?: Record<string, "default" | "rounded" | "serif" | "monospaced" | BoundValue | null> | null;
  /** Whether the title is italic. */
  titleItalic?: Record<string, boolean | BoundValue | null> | null;
  /** Whether all digits of the title are as wide as each other. */
  titleMonospacedDigits?: Record<string, boolean | BoundValue | null> | null;
  /** Whether a size in points grows with the content size as text styles do. */
  titleAdjustsFontForContentSize?: Record<string, boolean | BoundValue | null> | null;
  /** The text style from which the subtitle's size, which grows with the content size, and its weight follow; nothing: the one that belongs to buttonSize. Assigning it drops subtitleFontSize. */
  subtitleTextStyle?: Record<string, "largeTitle" | "title" | "title2" | "title3" | "headline" | "body" | "callout" | "subheadline" | "footnote" | "caption" | "caption2" | BoundValue | null> | null;
  /** The subtitle's size in points, whatever the content size unless subtitleAdjustsFontForContentSize is true; nothing: the size of the text style. Assigning it drops subtitleTextStyle. */
  subtitleFontSize?: Record<string, number | BoundValue | null> | null;
  /** How heavy the subtitle's letters are. */
  subtitleFontWeight?: Record<string, "ultraLight" | "thin" | "light" | "regular" | "medium" | "semibold" | "bold" | "heavy" | "black" | BoundValue | null> | null;
  /** The design of the subtitle's font, which clients draw with the fonts that they have. */
  subtitleFontDesign?: Record<string, "default" | "rounded" | "serif" | "monospaced" | BoundValue | null> | null;
  /** Whether the subtitle is italic. */
  subtitleItalic?: Record<string, boolean | BoundValue | null> | null;
  /** Whether all digits of the subtitle are as wide as each other. */
  subtitleMonospacedDigits?: Record<string, boolean | BoundValue | null> | null;
  /** Whether a size in points grows with the content size as text styles do. */
  subtitleAdjustsFontForContentSize?: Record<string, boolean | BoundValue | null> | null;
  /** The name of an image that clients know; empty: none. */
  image?: Record<string, string | BoundValue | null> | null;
  /** The side in points of the square of the image, and of the activity indicator, whatever the content size; nothing: 1.2 times the title's font size. */
  imageSize?: Record<string, number | BoundValue | null> | null;
  /** How heavy the lines of a symbol are. */
  imageWeight?: Record<string, "ultraLight" | "thin" | "light" | "regular" | "medium" | "semibold" | "bold" | "heavy" | "black" | BoundValue | null> | null;
  /** Whether the image has the foreground colour (template) or its own colours (original), which are then as opaque as the foreground colour. */
  imageRenderingMode?: Record<string, "template" | "original" | BoundValue | null> | null;
  /** How much of the background is filled, from its leading edge; a number below 0 counts as 0, one above 1 as 1. While it is not set, there is no progress. */
  progress?: Record<string, number | BoundValue | null> | null;
  /** The colour of the part that progress fills, laid over the background; nothing: the title's colour with alpha 0.2, or black with alpha 0.2 where the title is lighter than a background that is not dark. */
  progressColor?: Record<string, ColorPatch | BoundValue | null> | null;
  /** The size by SwiftUI's names, where regular is buttonSize medium; that of the group unless the button has its own. Assigning it drops buttonSize, and vice versa. */
  controlSize?: Record<string, "mini" | "small" | "regular" | "large" | "extraLarge" | BoundValue | null> | null;
  /** The shape of the background, that of the group unless the button has its own: automatic is the style's, capsule has round ends, circle is as wide as high, roundedRectangle takes borderRadius. Assigning it drops cornerStyle, and vice versa. */
  borderShape?: Record<string, "automatic" | "capsule" | "circle" | "roundedRectangle" | BoundValue | null> | null;
  /** The radius in points of a roundedRectangle, whatever the content size; that of the group unless the button has its own, then background.cornerRadius, then the style's. */
  borderRadius?: Record<string, number | BoundValue | null> | null;
  /** Accepted with a warning: it has no effect. */
  backgroundImage?: Value;
  /** Accepted with a warning: it has no effect. */
  titleShadowColor?: Value;
  /** Accepted with a warning: it has no effect. */
  contentEdgeInsets?: Value;
  /** Accepted with a warning: it has no effect. */
  titleEdgeInsets?: Value;
  /** Accepted with a warning: it has no effect. */
  imageEdgeInsets?: Value;
};

/** 1 to 128 bytes, printable. */
export type GroupID = string;

/** What a group says of its buttons. */
export type Group = {
  id: GroupID;
  /** Stands for the tint of the display, below that of a button. */
  tint?: Color | null;
  /** dimmed makes the tint gray. */
  tintAdjustmentMode?: "automatic" | "normal" | "dimmed" | null;
  /** The size of buttons that say none. */
  controlSize?: "mini" | "small" | "regular" | "large" | "extraLarge" | null;
  /** The shape of buttons that say none. */
  borderShape?: "automatic" | "capsule" | "circle" | "roundedRectangle" | null;
  /** The radius of a roundedRectangle, in points. */
  borderRadius?: number | null;
  /** False disables all of its buttons. */
  isEnabled?: Flag | null;
};

/** A button. */
export type Definition = {
  id: ButtonID;
  style: StyleReference;
  /** For style and handler, checked against their manifest; what has cel or template follows it. */
  parameters?: Record<string, Value> | null;
  /** What the button wants to look like, {} unless given. Null makes a button on which neither style nor handler runs. */
  configuration?: Configuration | null;
  stateValues?: StateValues | null;
  /** plugin/handler: runs after the style and has the last word. */
  handler?: PluginEntry | null;
  isEnabled?: Flag | null;
  isSelected?: Flag | null;
  /** The key that a press or a trigger toggles; isSelected follows it, and is left out. */
  togglesSelection?: StateKey | null;
  isBusy?: Flag | null;
  isHidden?: Flag | null;
  isFocused?: boolean | null;
  /** False: the system style draws every state as normal. */
  automaticallyUpdatesConfiguration?: boolean | null;
  role?: "none" | "cancel" | "destructive" | "primary" | BoundValue | null;
  /** Stands for the tint of the display, and above that of the group. */
  tint?: Color | BoundValue | null;
  /** dimmed makes the tint gray; automatic does as the group says. */
  tintAdjustmentMode?: "automatic" | "normal" | "dimmed" | null;
  /** What a press or a trigger does. */
  action?: Action | null;
  /** A held press performs the action again. */
  repeats?: {
    /** From the beginning of the press, 500 unless given. */
    afterMs?: number | null;
    /** From one repeat to the next, 100 unless given. */
    everyMs?: number | null;
  } | {
    /** From the beginning of the press, 500 unless given. */
    afterMs?: number | null;
    /** From one repeat to the next, 100 unless given. */
    everyMs?: number | null;
  };
  /** What a held press does in place of the action. */
  longPress?: {
    /** From the beginning of the press, 500 unless given. */
    afterMs?: number | null;
    action: Action;
  } | {
    /** From the beginning of the press, 500 unless given. */
    afterMs?: number | null;
    action: Action;
  };
  /** What a second press does in place of the action; a single one waits for it. */
  doublePress?: {
    /** From the release of a press to the next, 300 unless given. */
    withinMs?: number | null;
    action: Action;
  } | {
    /** From the release of a press to the next, 300 unless given. */
    withinMs?: number | null;
    action: Action;
  };
  /** What turning an encoder does; its expressions read delta, and its payload is it. */
  rotation?: {
    action: Action;
  } | {
    action: Action;
  };
  /** The key with which clients press the button: modifiers and a key, such as cmd+return. */
  shortcut?: string | null;
  /** The entries of its menu. */
  menu?: Array<MenuItem> | null;
  /** The key with the id of the chosen entry, whose title the button shows: it is a popup. */
  menuSelection?: StateKey | null;
  /** Clients show the menu in place of a press. */
  showsMenuAsPrimaryAction?: boolean | null;
  /** A name to match by, and that of the group whose settings hold. */
  group?: GroupID | null;
  /** Accepted with a warning: it has no effect. */
  backgroundImage?: Value;
  /** Accepted with a warning: it has no effect. */
  titleShadowColor?: Value;
  /** Accepted with a warning: it has no effect. */
  contentEdgeInsets?: Value;
  /** Accepted with a warning: it has no effect. */
  titleEdgeInsets?: Value;
  /** Accepted with a warning: it has no effect. */
  imageEdgeInsets?: Value;
};

/** What a display asks for; what is left out is the configuration's. */
export type Traits = {
  userInterfaceStyle?: "light" | "dark" | null;
  contrast?: "normal" | "high" | null;
  contentSize?: "xS" | "S" | "M" | "L" | "XL" | "XXL" | "XXXL" | "AX1" | "AX2" | "AX3" | "AX4" | "AX5" | null;
  layoutDirection?: "leftToRight" | "rightToLeft" | null;
  tint?: Color | null;
  /** A language of BCP 47. */
  locale?: string | null;
  reduceMotion?: boolean | null;
  boldText?: boolean | null;
};

/** How a button looks: flat and final. What stands at its default is left out; lengths are points. */
export type Appearance = {
  isEnabled?: boolean;
  isSelected?: boolean;
  isHighlighted?: boolean;
  isFocused?: boolean;
  isBusy?: boolean;
  role?: "none" | "cancel" | "destructive" | "primary";
  title?: string;
  /** The title in runs, which together are `title`; each is complete but for the size of its font. */
  titleRuns?: TitleRuns;
  titleColor: ResolvedColor;
  titleFontSize: number;
  titleFontWeight?: "ultraLight" | "thin" | "light" | "regular" | "medium" | "semibold" | "bold" | "heavy" | "black";
  titleTextStyle?: "largeTitle" | "title" | "title2" | "title3" | "headline" | "body" | "callout" | "subheadline" | "footnote" | "caption" | "caption2";
  titleFontDesign?: "default" | "rounded" | "serif" | "monospaced";
  titleItalic?: boolean;
  titleMonospacedDigits?: boolean;
  titleUnderline?: boolean;
  titleStrikethrough?: boolean;
  titleLineBreakMode?: "byWordWrapping" | "byCharWrapping" | "byClipping" | "byTruncatingHead" | "byTruncatingMiddle" | "byTruncatingTail";
  titleLineLimit?: number;
  subtitle?: string;
  subtitleColor?: ResolvedColor;
  subtitleFontSize?: number;
  subtitleFontWeight?: "ultraLight" | "thin" | "light" | "regular" | "medium" | "semibold" | "bold" | "heavy" | "black";
  subtitleTextStyle?: "largeTitle" | "title" | "title2" | "title3" | "headline" | "body" | "callout" | "subheadline" | "footnote" | "caption" | "caption2";
  subtitleFontDesign?: "default" | "rounded" | "serif" | "monospaced";
  subtitleItalic?: boolean;
  subtitleMonospacedDigits?: boolean;
  subtitleUnderline?: boolean;
  subtitleStrikethrough?: boolean;
  subtitleLineBreakMode?: "byWordWrapping" | "byCharWrapping" | "byClipping" | "byTruncatingHead" | "byTruncatingMiddle" | "byTruncatingTail";
  titlePadding?: number;
  titleAlignment?: "automatic" | "leading" | "center" | "trailing";
  contentTransition?: "identity" | "opacity" | "numericText";
  imageName?: string;
  imageColor?: ResolvedColor;
  imagePlacement?: "top" | "leading" | "bottom" | "trailing";
  imagePadding?: number;
  imageReservation?: number;
  symbolEffect?: "none" | "bounce" | "wiggle" | "pulse" | "variableColor" | "rotate" | "breathe";
  symbolEffectValue?: string;
  imageSize?: number;
  imageWeight?: "ultraLight" | "thin" | "light" | "regular" | "medium" | "semibold" | "bold" | "heavy" | "black";
  imageRenderingMode?: "template" | "original";
  showsActivityIndicator?: boolean;
  activityIndicatorColor?: ResolvedColor;
  indicator?: "none" | "popup";
  indicatorColor?: ResolvedColor;
  /** How much of the background is filled, from its leading edge. */
  progress?: number;
  progressColor?: ResolvedColor;
  backgroundColor: ResolvedColor;
  cornerShape: "fixed" | "capsule";
  cornerRadius: number;
  isCircle?: boolean;
  strokeColor?: ResolvedColor;
  strokeWidth?: number;
  strokeOutset?: number;
  backgroundInsetTop?: number;
  backgroundInsetLeading?: number;
  backgroundInsetBottom?: number;
  backgroundInsetTrailing?: number;
  material?: string;
  backgroundImageName?: string;
  backgroundImageContentMode?: "scaleToFill" | "scaleAspectFit" | "scaleAspectFill" | "center" | "top" | "bottom" | "left" | "right" | "topLeft" | "topRight" | "bottomLeft" | "bottomRight";
  shadowColor?: ResolvedColor;
  shadowRadius?: number;
  shadowX?: number;
  shadowY?: number;
  insetTop: number;
  insetLeading: number;
  insetBottom: number;
  insetTrailing: number;
  isFullWidth?: boolean;
  opacity?: number;
  scale?: number;
  accessibilityLabel?: string;
  accessibilityHint?: string;
  /** A client's pointer is over the button. */
  isHovered?: true;
  /** The key with which the button is pressed. */
  shortcut?: string;
  /** The entries of the menu. */
  menu?: Array<{
    id: ButtonID;
    title: string;
    image?: string;
    role?: "none" | "cancel" | "destructive" | "primary";
    state?: "on" | "mixed";
    isEnabled?: false;
  }>;
  /** The button shows the title of the entry that is on. */
  isPopup?: true;
  /** A press shows the menu. */
  showsMenuAsPrimaryAction?: true;
  [name: `x-${string}`]: Value;
};

/** A JSON Merge Patch of an appearance; null is back to the default. */
export type AppearancePatch = {
  isEnabled?: boolean | null;
  isSelected?: boolean | null;
  isHighlighted?: boolean | null;
  isFocused?: boolean | null;
  isBusy?: boolean | null;
  role?: "none" | "cancel" | "destructive" | "primary" | null;
  title?: string | null;
  /** The title in runs, which together are `title`; each is complete but for the size of its font. */
  titleRuns?: TitleRuns | null;
  titleColor?: ResolvedColor;
  titleFontSize?: number;
  titleFontWeight?: "ultraLight" | "thin" | "light" | "regular" | "medium" | "semibold" | "bold" | "heavy" | "black" | null;
  titleTextStyle?: "largeTitle" | "title" | "title2" | "title3" | "headline" | "body" | "callout" | "subheadline" | "footnote" | "caption" | "caption2" | null;
  titleFontDesign?: "default" | "rounded" | "serif" | "monospaced" | null;
  titleItalic?: boolean | null;
  titleMonospacedDigits?: boolean | null;
  titleUnderline?: boolean | null;
  titleStrikethrough?: boolean | null;
  titleLineBreakMode?: "byWordWrapping" | "byCharWrapping" | "byClipping" | "byTruncatingHead" | "byTruncatingMiddle" | "byTruncatingTail" | null;
  titleLineLimit?: number | null;
  subtitle?: string | null;
  subtitleColor?: ResolvedColor | null;
  subtitleFontSize?: number | null;
  subtitleFontWeight?: "ultraLight" | "thin" | "light" | "regular" | "medium" | "semibold" | "bold" | "heavy" | "black" | null;
  subtitleTextStyle?: "largeTitle" | "title" | "title2" | "title3" | "headline" | "body" | "callout" | "subheadline" | "footnote" | "caption" | "caption2" | null;
  subtitleFontDesign?: "default" | "rounded" | "serif" | "monospaced" | null;
  subtitleItalic?: boolean | null;
  subtitleMonospacedDigits?: boolean | null;
  subtitleUnderline?: boolean | null;
  subtitleStrikethrough?: boolean | null;
  subtitleLineBreakMode?: "byWordWrapping" | "byCharWrapping" | "byClipping" | "byTruncatingHead" | "byTruncatingMiddle" | "byTruncatingTail" | null;
  titlePadding?: number | null;
  titleAlignment?: "automatic" | "leading" | "center" | "trailing" | null;
  contentTransition?: "identity" | "opacity" | "numericText" | null;
  imageName?: string | null;
  imageColor?: ResolvedColor | null;
  imagePlacement?: "top" | "leading" | "bottom" | "trailing" | null;
  imagePadding?: number | null;
  imageReservation?: number | null;
  symbolEffect?: "none" | "bounce" | "wiggle" | "pulse" | "variableColor" | "rotate" | "breathe" | null;
  symbolEffectValue?: string | null;
  imageSize?: number | null;
  imageWeight?: "ultraLight" | "thin" | "light" | "regular" | "medium" | "semibold" | "bold" | "heavy" | "black" | null;
  imageRenderingMode?: "template" | "original" | null;
  showsActivityIndicator?: boolean | null;
  activityIndicatorColor?: ResolvedColor | null;
  indicator?: "none" | "popup" | null;
  indicatorColor?: ResolvedColor | null;
  /** How much of the background is filled, from its leading edge. */
  progress?: number | null;
  progressColor?: ResolvedColor | null;
  backgroundColor?: ResolvedColor;
  cornerShape?: "fixed" | "capsule";
  cornerRadius?: number;
  isCircle?: boolean | null;
  strokeColor?: ResolvedColor | null;
  strokeWidth?: number | null;
  strokeOutset?: number | null;
  backgroundInsetTop?: number | null;
  backgroundInsetLeading?: number | null;
  backgroundInsetBottom?: number | null;
  backgroundInsetTrailing?: number | null;
  material?: string | null;
  backgroundImageName?: string | null;
  backgroundImageContentMode?: "scaleToFill" | "scaleAspectFit" | "scaleAspectFill" | "center" | "top" | "bottom" | "left" | "right" | "topLeft" | "topRight" | "bottomLeft" | "bottomRight" | null;
  shadowColor?: ResolvedColor | null;
  shadowRadius?: number | null;
  shadowX?: number | null;
  shadowY?: number | null;
  insetTop?: number;
  insetLeading?: number;
  insetBottom?: number;
  insetTrailing?: number;
  isFullWidth?: boolean | null;
  opacity?: number | null;
  scale?: number | null;
  accessibilityLabel?: string | null;
  accessibilityHint?: string | null;
  /** A client's pointer is over the button. */
  isHovered?: true | null;
  /** The key with which the button is pressed. */
  shortcut?: string | null;
  /** The entries of the menu. */
  menu?: Array<{
    id: ButtonID;
    title: string;
    image?: string;
    role?: "none" | "cancel" | "destructive" | "primary";
    state?: "on" | "mixed";
    isEnabled?: false;
  }> | null;
  /** The button shows the title of the entry that is on. */
  isPopup?: true | null;
  /** A press shows the menu. */
  showsMenuAsPrimaryAction?: true | null;
  [name: `x-${string}`]: Value;
};

/** A member of an appearance. */
export type AppearanceMember = "isEnabled" | "isSelected" | "isHighlighted" | "isFocused" | "isBusy" | "role" | "title" | "titleRuns" | "titleColor" | "titleFontSize" | "titleFontWeight" | "titleTextStyle" | "titleFontDesign" | "titleItalic" | "titleMonospacedDigits" | "titleUnderline" | "titleStrikethrough" | "titleLineBreakMode" | "titleLineLimit" | "subtitle" | "subtitleColor" | "subtitleFontSize" | "subtitleFontWeight" | "subtitleTextStyle" | "subtitleFontDesign" | "subtitleItalic" | "subtitleMonospacedDigits" | "subtitleUnderline" | "subtitleStrikethrough" | "subtitleLineBreakMode" | "titlePadding" | "titleAlignment" | "contentTransition" | "imageName" | "imageColor" | "imagePlacement" | "imagePadding" | "imageReservation" | "symbolEffect" | "symbolEffectValue" | "imageSize" | "imageWeight" | "imageRenderingMode" | "showsActivityIndicator" | "activityIndicatorColor" | "indicator" | "indicatorColor" | "progress" | "progressColor" | "backgroundColor" | "cornerShape" | "cornerRadius" | "isCircle" | "strokeColor" | "strokeWidth" | "strokeOutset" | "backgroundInsetTop" | "backgroundInsetLeading" | "backgroundInsetBottom" | "backgroundInsetTrailing" | "material" | "backgroundImageName" | "backgroundImageContentMode" | "shadowColor" | "shadowRadius" | "shadowX" | "shadowY" | "insetTop" | "insetLeading" | "insetBottom" | "insetTrailing" | "isFullWidth" | "opacity" | "scale" | "accessibilityLabel" | "accessibilityHint" | string;

export type Animation = {
  curve: "linear" | "easeIn" | "easeOut" | "easeInOut";
  durationMs: number;
} | {
  curve: "spring";
  /** Seconds. */
  response: number;
  dampingFraction: number;
  /** Seconds. */
  blendDuration: number;
};

/** How the change to a look is to be shown. */
export type Transaction = {
  animation?: Animation;
  disablesAnimations?: true;
  animatesContent?: false;
};

/** Each but fleet may do what the ones before it may. */
export type Role = "read" | "press" | "write" | "admin" | "fleet";

/** A random string, new with every start of the daemon. */
export type Epoch = string;

/** Grows by one with each set of changes. */
export type Revision = number;

/** Grows by one with each frame. */
export type Tick = number;

/** The daemon's bounds. */
export type Limits = {
  maxLineBytes: number;
  maxFrameBytes: number;
  depth: number;
  batchRequests: number;
  connections: number;
  userConnections: number;
  keys: number;
  keyBytes: number;
  keySegments: number;
  valueBytes: number;
  stateBytes: number;
  leases: number;
  userLeases: number;
  leasedKeys: number;
  userLeasedKeys: number;
  derivedKeys: number;
  derivedBytes: number;
  derivedSteps: number;
  expressionBytes: number;
  expressionNodes: number;
  expressionDepth: number;
  expressionKeys: number;
  expressionSteps: number;
  expressionResultBytes: number;
  buttons: number;
  groups: number;
  definitionBytes: number;
  definitionsBytes: number;
  requestDefinitions: number;
  lineExpressions: number;
  imageBytes: number;
  idBytes: number;
  subscriptions: number;
  layouts: number;
  presses: number;
  hovers: number;
  globs: number;
  names: number;
  fleetQueue: number;
  fleetQueueBytes: number;
  fleetKeptBytes: number;
  fleetActions: number;
  traitSets: number;
  userTraitSets: number;
  requestRate: number;
  nameBytes: number;
  connectionBytes: number;
  userBytes: number;
  clientBytes: number;
};

/** The name of a scope of the fleet, as the configuration has it. */
export type Scope = string;

/** Keys and their values. */
export type Values = Record<string, Value>;

/** Derived keys without a value, and why they have none. */
export type ExpressionErrors = Record<string, ExpressionError>;

/** Answer when the frame that shows the change is on its way to every subscriber, or when the fleet has the change of shared keys. */
export type Wait = "published" | "fleet";

/** The name of what feeds keys. */
export type Lease = string;

/** A press that has performed its button's action. */
export type Press = number;

/** What became of the shared keys of a change. */
export type FleetMark = {
  scope: Scope;
  request: RequestNumber;
  /** The fleet's, that has it. */
  revision?: number;
  /** It shows here and waits for the fleet. */
  pending?: true;
};

/** From where a subscription to state goes on. */
export type RevisionMark = {
  epoch: Epoch;
  revision: Revision;
};

/** The same for equal subscriptions. */
export type Subscription = string;

/** Why an expression has no value, and where. */
export type ExpressionError = {
  /** A word that programs can compare. */
  code: string;
  /** For people, with what to write instead. */
  message: string;
  /** From 1. */
  line: number;
  /** In Unicode scalars, from 1. */
  column: number;
};

/** Keys and what they are derived by; null ends that. */
export type Derivations = Record<string, Expression | null>;

/** An expression, or a template: text with expressions in braces. */
export type Expression = string | {
  cel: string;
} | {
  template: string;
};

/** An id, a glob over ids (* any characters, ? one), a list of these, or a group. */
export type Match = string | Array<string> | {
  group: string;
};

/** Why a button does not show what its plugin would make of state that something feeds. */
export type Status = {
  /** The look is older than the state. */
  stale: boolean;
  /** The daemon draws it without the plugin. */
  fallback: boolean;
  reason: "pluginStarting" | "pluginCrashed" | "pluginHung" | "pluginDisabled" | "pluginMissing" | "handlerFailed" | "quarantined" | "poisoned" | "sourceLost" | "expressionFailed" | "fleetOffline";
  plugin: string;
  message: string;
  /** When it began. */
  since: Tick;
  /** Lost keys that the button reads, the first eight by name; also beside another reason. */
  keys?: Array<StateKey>;
  /** The scope that is out of reach, with fleetOffline. */
  scope?: Scope;
};

/** The SHA-256 of an image's bytes; looks name the image by it. */
export type ImageName = string;

/** A button's look, whole. */
export type Look = {
  id: ButtonID;
  appearance: Appearance;
  /** Present only while something is wrong. */
  status?: Status;
  /** Of a slow plugin's look that is older than the frame. */
  revision?: Revision;
};

/** From where a subscription to buttons goes on. */
export type TickMark = {
  epoch: Epoch;
  tick: Tick;
};

/** A button's look; in delta form maybe what differs from the one before. */
export type LookRecord = {
  id: ButtonID;
  /** The whole look, which replaces what is held. */
  appearance?: Appearance;
  /** What differs from the directly preceding look; null is back to the default. */
  patch?: AppearancePatch;
  /** Present only while something is wrong. */
  status?: Status;
  transaction?: Transaction;
  /** Of a slow plugin's look that is older than its frame. */
  revision?: Revision;
};

/** A state key with the revision of its last change, its quality, or a token of the theme. */
export type Reading = {
  key: StateKey;
  revision: Revision;
} | {
  token: string;
} | {
  quality: StateKey;
};

/** What made a button dirty last. */
export type Cause = {
  /** The frame that took it in. */
  tick: Tick;
  causes: Array<"state" | "theme" | "definition" | "press" | "request" | "plugin" | "worker" | "traits" | "stale" | "group">;
  /** The keys and tokens that changed, of those that the button reads. */
  keys: Array<Reading>;
};

/** What a plugin did when it last ran for a button. */
export type Pass = {
  /** The plugin's id. */
  plugin: string;
  /** The style of it that ran. */
  style?: string;
  /** The handler of it that ran. */
  handler?: string;
  /** The time that it took for the button. */
  microseconds: number;
  /** The one of the state that it saw. */
  revision: Revision;
  /** Whether it read something that differs between trait sets. */
  readsTraits: boolean;
  /** What its style and its handler set could not be separated, and counts as the handler's. */
  isUndivided?: true;
  reads: Array<Reading>;
};

/** Where a property comes from. */
export type Explanation = {
  /** The member of the appearance. */
  name: string;
  /** Who has set it; definition, group and press for what a button is doing. */
  layer: "systemStyle" | "configuration" | "stateValues" | "style" | "handler" | "transformer" | "fallback" | "definition" | "group" | "press";
  /** The id of the plugin behind a style or handler, or of the one that set a transformer. */
  plugin?: string;
  /** What it sets, by the name in a definition, where that is another. */
  property?: string;
  /** The layer that set a transformer. */
  setBy?: string;
  /** In the form of the appearance; nothing without it. */
  value?: Value;
  /** What the layers below have, the strongest first. */
  losing?: Array<Layer>;
  /** What the system style made the value of. */
  from?: Array<Layer>;
  /** What the code behind the value read; the first ones where they are many. */
  reads?: Array<Reading>;
};

/** A part of a definition that follows an expression. */
export type Binding = {
  /** Its place, such as configuration.title. */
  path: string;
  /** What it is bound to. */
  by: Expression;
  reads: Array<Reading>;
  /** What the last evaluation took. */
  steps: number;
  /** What it makes of the newest state. */
  value?: Value;
  /** Why it sets nothing. */
  error?: string;
};

/** Where a press stands. */
export type Phase = "inactive" | "pressing" | "outOfBounds";

/** A style or an update handler. */
export type Style = {
  /** As a definition writes it: `plain`, or `plugin/name`. */
  name: string;
  title: string;
  /** Its id; none for a system style. */
  plugin?: string;
  documentation: string;
  parameters: Array<Parameter>;
};

/** A plugin and how it is doing. */
export type Plugin = {
  name: string;
  /** In reverse DNS. */
  id: string;
  version: string;
  path: string;
  /** The SHA-256 of the files in force. */
  hash?: string;
  state: "starting" | "running" | "restarting" | "quarantined" | "failed" | "disabled";
  /** Where its worker is in its life. */
  phase?: "discovered" | "verified" | "spawning" | "ready" | "busy" | "stopping" | "dying" | "backoff" | "quarantined" | "failed" | "disabled" | "stopped" | "gone";
  pid?: number;
  /** Times the worker was started again. */
  restarts: number;
  /** Times it died. */
  deaths: number;
  /** What went wrong last, kept after a recovery. */
  lastError?: string;
  /** Why these files are quarantined. */
  quarantine?: string;
  /** When the worker is started again, in ms since 1970. */
  retryAt?: number;
  sandbox?: Sandbox;
  /** Buttons whose style or handler it has. */
  buttons: number;
  /** Buttons that are not tried any more, because the worker died on them. */
  poisoned?: number;
  /** Microseconds that its code has taken. */
  handlerTime: number;
};

/** A program that feeds keys, and how it is doing. */
export type Source = {
  name: string;
  state: "starting" | "running" | "waiting" | "restarting" | "quarantined" | "stopping";
  /** It is down, or has been silent for too long: its values may be old. */
  lost?: true;
  /** The process that runs its program. */
  pid?: number;
  /** Milliseconds from one run to the next, if it is polled. */
  every?: number;
  format: "json" | "text" | "number" | "bool" | "waybar";
  /** Patterns of the keys that it may write. */
  keys: Array<string>;
  /** The user that it runs as, if not the daemon's. */
  user?: string;
  /** Times it was started again after a death. */
  restarts: number;
  /** Times it died, or a run of it failed. */
  deaths: number;
  /** What went wrong last, kept after a recovery. */
  lastError?: string;
  /** When it is started next, in ms since 1970. */
  retryAt?: number;
  /** When its last values came, in ms since 1970. */
  valuesAt?: number;
  /** Lines, or outputs of runs, that were taken. */
  lines: number;
  /** Those that were not. */
  refusedLines: number;
  /** Actions of buttons that it did not read. */
  droppedActions: number;
};

/** How a scope of the fleet is doing. */
export type FleetScope = {
  name: Scope;
  state: "offline" | "joining" | "live" | "foreign" | "refused";
  /** Looks that read its keys are marked as stale. */
  stale?: true;
  /** The fleet's, up to which this daemon has the keys. */
  revision?: number;
  /** Changes that wait for the fleet. */
  queued: number;
  /** Requests that are kept until they are stable. */
  kept: number;
  /** How often the engine had lost a part of its history. */
  forks: number;
  /** Changes that were accepted and dropped. */
  rejected: number;
  /** How many revisions this daemon was ahead of the engine when that had lost a part last. */
  ahead?: number;
  /** Values of others under prefixes that this daemon lacks, passed over since its start. */
  passedOver?: number;
  /** The key of the last of them. */
  passedOverKey?: string;
  /** Why it is offline, for programs. */
  reason?: string;
  /** Why it is not live, for people. */
  message?: string;
  /** Shared definitions that this daemon cannot use. */
  unusable?: number;
  /** How long the engine took for this daemon's changes; not in `fleet.changed`. */
  roundTrips?: FleetRoundTrips;
};

/** `LIFE:SEQUENCE`, the same over all daemons and retries. */
export type RequestNumber = string;

/** A place in the history of a scope. */
export type FleetPosition = {
  /** The fleet's, not the daemon's. */
  revision: number;
  /** The hash of the history up to it. */
  chain: string;
};

/** What is counted about one plugin. */
export type PluginFigures = {
  name: string;
  /** As in `plugins.list`. */
  state: "starting" | "running" | "restarting" | "quarantined" | "failed" | "disabled";
  /** Times the worker was started again. */
  restarts: number;
  /** As in `plugins.list`. */
  poisoned: number;
  /** Microseconds that its code has taken. */
  handlerTime: number;
};

/** What is counted about one source. */
export type SourceFigures = {
  name: string;
  /** As in `sources.list`. */
  state: "starting" | "running" | "waiting" | "restarting" | "quarantined" | "stopping";
  /** Whether it delivers: neither down nor silent for too long. */
  up: boolean;
  /** Times it was started again after a death. */
  restarts: number;
  /** Lines, or outputs of runs, that were taken. */
  lines: number;
  /** Those that were not. */
  refusedLines: number;
};

/** What is counted about one lease. */
export type LeaseFigures = {
  name: string;
  /** State keys that belong to it. */
  keys: number;
  /** Those of them that nothing feeds any more. */
  lostKeys: number;
  /** Clients and feeds that hold it. */
  holders: number;
};

/** The `data` of an error. */
export type ErrorData = {
  reason: "parseError" | "invalidRequest" | "methodNotFound" | "invalidParams" | "internalError" | "notFound" | "conflict" | "forbidden" | "configurationRequired" | "limitExceeded" | "pluginUnavailable" | "timeout" | "capabilityMissing" | "disabled" | "notDurable" | "invalidConfiguration" | "derivedKey" | "guarded" | "fleetUnavailable";
  /** The place in the request. */
  path?: string;
  /** The name of the limit. */
  limit?: string;
  /** Its value. */
  value?: number;
  revision?: Revision;
  /** The change stands in memory. */
  applied?: boolean;
  /** Its outcome can be asked for with fleet.outcome. */
  request?: RequestNumber;
};

/** What one layer has. */
export type Layer = {
  /** Who has set it; definition, group and press for what a button is doing. */
  layer: "systemStyle" | "configuration" | "stateValues" | "style" | "handler" | "transformer" | "fallback" | "definition" | "group" | "press";
  /** The id of the plugin behind a style or handler, or of the one that set a transformer. */
  plugin?: string;
  /** What it sets, by the name in a definition, where that is another. */
  property?: string;
  /** The layer that set a transformer. */
  setBy?: string;
  /** In the form of the appearance; nothing without it. */
  value?: Value;
};

/** An argument that a style or handler takes. */
export type Parameter = {
  name: string;
  type: "bool" | "int" | "number" | "string" | "color";
  default?: Value;
  minimum?: number;
  maximum?: number;
  /** The texts allowed; any without it. */
  values?: Array<string>;
  /** Values worth showing, of a parameter that takes others as well. */
  examples?: Array<Value>;
  documentation: string;
};

/** What shuts a running worker in. */
export type Sandbox = {
  /** How much of a sandbox it had to be in. */
  mode: "off" | "best-effort" | "strict";
  /** In the order in which they were put up. */
  layers: Array<"rlimits" | "noNewPrivileges" | "notDumpable" | "memoryDenyWriteExecute" | "landlock" | "seccomp">;
  /** That of the kernel; 0 without. */
  landlockABI: number;
};

/** How long the engine took for changes of this daemon. */
export type FleetRoundTrips = {
  /** Changes since the daemon started. */
  count: number;
  /** Microseconds that all of them took. */
  time: number;
  /** From the shortest time to the longest. */
  buckets: Array<{
    /** Microseconds. */
    upTo: number;
    /** Those that took no longer. */
    count: number;
  }>;
};

/** What a request that failed is answered with. */
export type ErrorObject = {
  code: -32700 | -32600 | -32601 | -32602 | -32603 | -32001 | -32002 | -32003 | -32004 | -32005 | -32006 | -32007 | -32008 | -32009 | -32010 | -32011 | -32012 | -32013 | -32014;
  /** What failed, and what to do. */
  message: string;
  data: ErrorData;
};

/** The params and the result of every method. */
export interface Methods {
  /** Introduces the client; optional. */
  "hello": {
    params: {
      /** A name for logs and for action.triggered. */
      client: string;
      /** Capabilities without which the client cannot go on. */
      require?: Array<string> | null;
      /** Capabilities that it would use. */
      want?: Array<string> | null;
      /** Lowers what this connection may do, for good. */
      role?: Role | null;
    };
    result: {
      server: string;
      /** The daemon's version. */
      version: string;
      /** The version of this protocol. */
      protocol: 1;
      epoch: Epoch;
      revision: Revision;
      tick: Tick;
      /** When changes survive a crash. */
      durability?: "none" | "relaxed" | "strict";
      /** What this connection may do. */
      role: Role;
      capabilities: Array<string>;
      limits: Limits;
    };
  };
  /** Asks for nothing but an answer. */
  "ping": {
    params: {};
    result: {};
  };
  /** Answered once every change applied before it is published, after the frames on this connection. */
  "sync": {
    params: {
      timeoutMs?: number | null;
      /** Also what the fleet had when this was asked. */
      fleet?: true | null;
    };
    result: {
      epoch: Epoch;
      tick: Tick;
      revision: Revision;
      /** How far each scope of the fleet is shown. */
      fleet?: Array<{
        scope: Scope;
        /** The fleet's. */
        revision: number;
      }>;
    };
  };
  /** Ends a subscription of this connection. */
  "unsubscribe": {
    params: {
      subscription: string;
    };
    result: {};
  };
  /** Values of keys; without keys and under of all. */
  "state.get": {
    params: {
      keys?: Array<StateKey> | null;
      /** a means a and every key that begins with a. */
      under?: StateKey | null;
      /** The most in the answer. */
      limit?: number | null;
      /** Begin behind this one: `next` of the answer before. */
      after?: string | null;
    };
    result: {
      revision: Revision;
      values: Values;
      /** Those of the values that are lost: what fed them is gone. */
      lost?: Array<StateKey>;
      /** Of derived keys that have no value. */
      errors?: ExpressionErrors;
      /** The answer stops here; the `after` of the next request. */
      next?: string;
    };
  };
  /** Sets keys, all or nothing. */
  "state.set": {
    params: {
      values: Values;
      /** Nothing is applied if a key changed after it. */
      ifRevision?: Revision | null;
      wait?: Wait | null;
      /** The keys belong to this lease; they are lost when the connection is gone. */
      lease?: Lease | null;
      /** They are also lost when nothing is written under it for this long; 0 gives the lease up. */
      silentAfterMs?: number | null;
      /** The press that the change answers. */
      press?: Press | null;
    };
    result: {
      revision: Revision;
      changed: Array<StateKey>;
      /** Where keys are shared. */
      fleet?: FleetMark;
    };
  };
  /** Changes keys by operations, all or nothing. */
  "state.update": {
    params: {
      operations: Array<Operation>;
      /** Nothing is applied if a key changed after it. */
      ifRevision?: Revision | null;
      wait?: Wait | null;
      /** The keys belong to this lease; they are lost when the connection is gone. */
      lease?: Lease | null;
      /** They are also lost when nothing is written under it for this long; 0 gives the lease up. */
      silentAfterMs?: number | null;
      /** The press that the change answers. */
      press?: Press | null;
    };
    result: {
      revision: Revision;
      changed: Array<StateKey>;
      values: Values;
      /** Where keys are shared. */
      fleet?: FleetMark;
    };
  };
  /** Subscribes to state; without keys and under to all. */
  "state.subscribe": {
    params: {
      keys?: Array<StateKey> | null;
      /** a means a and every key that begins with a. */
      under?: StateKey | null;
      since?: RevisionMark | null;
    };
    result: {
      subscription: Subscription;
      /** The values are all there is, not only what changed since. */
      snapshot: boolean;
      epoch: Epoch;
      revision: Revision;
      values: Values;
      removed: Array<StateKey>;
      /** Those of the values that are lost: what fed them is gone. */
      lost?: Array<StateKey>;
      /** Of derived keys that have no value. */
      errors?: ExpressionErrors;
      /** Further parts follow as `state.changed`. */
      more?: true;
    };
  };
  /** What an expression or a template comes to with the present values. */
  "state.eval": {
    params: {
      /** As docs/expressions.md describes it. */
      expression?: string | null;
      /** Text with expressions in braces. */
      template?: string | null;
    };
    result: {
      revision: Revision;
      /** Missing where there is an error. */
      value?: Value;
      /** The value's type. */
      type?: "null" | "bool" | "int" | "double" | "string" | "list" | "map";
      error?: ExpressionError;
      keys: Array<StateKey>;
      /** What the evaluation took. */
      steps: number;
      /** What it may take. */
      maximumSteps: number;
    };
  };
  /** Derives keys from other keys by expressions, all or nothing. */
  "state.derive": {
    params: {
      keys: Derivations;
      wait?: Wait | null;
    };
    result: {
      revision: Revision;
      /** Of the keys that are derived and have one. */
      values: Values;
      /** Of the keys that are derived and have no value. */
      errors?: ExpressionErrors;
    };
  };
  /** Which keys are derived, by what, and what came of it. */
  "state.derived": {
    params: {
      keys?: Array<StateKey> | null;
      /** a means a and every key that begins with a. */
      under?: StateKey | null;
      /** The most in the answer. */
      limit?: number | null;
      /** Begin behind this one: `next` of the answer before. */
      after?: string | null;
    };
    result: {
      revision: Revision;
      keys: Array<{
        key: StateKey;
        /** What it is derived by. */
        by: Expression;
        /** The configuration defines it. */
        isFromFile?: true;
        reads: Array<StateKey>;
        /** What the last evaluation took. */
        steps: number;
        value?: Value;
        /** Why it has no value. */
        error?: ExpressionError;
      }>;
      /** The answer stops here; the `after` of the next request. */
      next?: string;
    };
  };
  /** Defines buttons, all or nothing; one that exists is replaced. */
  "buttons.define": {
    params: {
      buttons: Array<Definition>;
      wait?: Wait | null;
    };
    result: {
      revision: Revision;
      defined: Array<string>;
      /** What was accepted and has no effect, with its path. */
      warnings?: Array<string>;
      fleet?: FleetMark;
    };
  };
  /** Changes some of a definition: a JSON Merge Patch beside id and wait. */
  "buttons.patch": {
    params: {
      id: ButtonID;
      wait?: Wait | null;
      style?: StyleReference;
      /** For style and handler, checked against their manifest; what has cel or template follows it. */
      parameters?: Record<string, Value> | null;
      /** What the button wants to look like, {} unless given. Null makes a button on which neither style nor handler runs. */
      configuration?: ConfigurationPatch | null;
      stateValues?: StateValuesPatch | null;
      /** plugin/handler: runs after the style and has the last word. */
      handler?: PluginEntry | null;
      isEnabled?: FlagPatch | null;
      isSelected?: FlagPatch | null;
      /** The key that a press or a trigger toggles; isSelected follows it, and is left out. */
      togglesSelection?: StateKey | null;
      isBusy?: FlagPatch | null;
      isHidden?: FlagPatch | null;
      isFocused?: boolean | null;
      /** False: the system style draws every state as normal. */
      automaticallyUpdatesConfiguration?: boolean | null;
      role?: "none" | "cancel" | "destructive" | "primary" | BoundValue | null;
      /** Stands for the tint of the display, and above that of the group. */
      tint?: ColorPatch | BoundValue | null;
      /** dimmed makes the tint gray; automatic does as the group says. */
      tintAdjustmentMode?: "automatic" | "normal" | "dimmed" | null;
      /** What a press or a trigger does. */
      action?: Action | null;
      /** A held press performs the action again. */
      repeats?: {
        /** From the beginning of the press, 500 unless given. */
        afterMs?: number | null;
        /** From one repeat to the next, 100 unless given. */
        everyMs?: number | null;
      } | {
        /** From the beginning of the press, 500 unless given. */
        afterMs?: number | null;
        /** From one repeat to the next, 100 unless given. */
        everyMs?: number | null;
      };
      /** What a held press does in place of the action. */
      longPress?: {
        /** From the beginning of the press, 500 unless given. */
        afterMs?: number | null;
        action?: Action | null;
      } | {
        /** From the beginning of the press, 500 unless given. */
        afterMs?: number | null;
        action?: Action | null;
      };
      /** What a second press does in place of the action; a single one waits for it. */
      doublePress?: {
        /** From the release of a press to the next, 300 unless given. */
        withinMs?: number | null;
        action?: Action | null;
      } | {
        /** From the release of a press to the next, 300 unless given. */
        withinMs?: number | null;
        action?: Action | null;
      };
      /** What turning an encoder does; its expressions read delta, and its payload is it. */
      rotation?: {
        action?: Action | null;
      } | {
        action?: Action | null;
      };
      /** The key with which clients press the button: modifiers and a key, such as cmd+return. */
      shortcut?: string | null;
      /** The entries of its menu. */
      menu?: Array<MenuItem> | null;
      /** The key with the id of the chosen entry, whose title the button shows: it is a popup. */
      menuSelection?: StateKey | null;
      /** Clients show the menu in place of a press. */
      showsMenuAsPrimaryAction?: boolean | null;
      /** A name to match by, and that of the group whose settings hold. */
      group?: GroupID | null;
      /** Accepted with a warning: it has no effect. */
      backgroundImage?: Value;
      /** Accepted with a warning: it has no effect. */
      titleShadowColor?: Value;
      /** Accepted with a warning: it has no effect. */
      contentEdgeInsets?: Value;
      /** Accepted with a warning: it has no effect. */
      titleEdgeInsets?: Value;
      /** Accepted with a warning: it has no effect. */
      imageEdgeInsets?: Value;
    };
    result: {
      revision: Revision;
      /** What was accepted and has no effect, with its path. */
      warnings?: Array<string>;
      fleet?: FleetMark;
    };
  };
  /** Removes buttons; unknown ids are skipped. */
  "buttons.remove": {
    params: {
      ids: Array<string>;
      wait?: Wait | null;
    };
    result: {
      revision: Revision;
      removed: Array<string>;
      fleet?: FleetMark;
    };
  };
  /** Defines groups of buttons, all or nothing; one that exists is replaced. */
  "groups.define": {
    params: {
      groups: Array<Group>;
      wait?: Wait | null;
    };
    result: {
      revision: Revision;
      defined: Array<string>;
    };
  };
  /** Removes groups, not their buttons; unknown ids are skipped. */
  "groups.remove": {
    params: {
      ids: Array<string>;
      wait?: Wait | null;
    };
    result: {
      revision: Revision;
      removed: Array<string>;
    };
  };
  /** Which groups are defined, by id, and how many buttons name them. */
  "groups.list": {
    params: {
      /** The most in the answer. */
      limit?: number | null;
      /** Begin behind this one: `next` of the answer before. */
      after?: string | null;
    };
    result: {
      groups: Array<{
        id: GroupID;
        /** How many buttons name it. */
        buttons: number;
        /** The configuration defines it. */
        isFromFile?: true;
      }>;
      /** The answer stops here; the `after` of the next request. */
      next?: string;
    };
  };
  /** How groups are defined, by id; unknown ids are skipped. */
  "groups.get": {
    params: {
      /** All groups without it. */
      ids?: Array<string> | null;
      /** The most in the answer. */
      limit?: number | null;
      /** Begin behind this one: `next` of the answer before. */
      after?: string | null;
    };
    result: {
      revision: Revision;
      groups: Array<Group>;
      /** The answer stops here; the `after` of the next request. */
      next?: string;
    };
  };
  /** Which buttons there are, by id. */
  "buttons.list": {
    params: {
      /** All buttons without it. */
      match?: Match | null;
      /** The most in the answer. */
      limit?: number | null;
      /** Begin behind this one: `next` of the answer before. */
      after?: string | null;
    };
    result: {
      buttons: Array<{
        id: ButtonID;
        style: StyleReference;
        handler?: PluginEntry;
        group?: string;
        /** Subscribers see it as removed. */
        isHidden?: true;
        status?: Status;
        /** The scope of the fleet that shares its definition. */
        scope?: Scope;
      }>;
      /** The answer stops here; the `after` of the next request. */
      next?: string;
    };
  };
  /** How buttons are defined, by id. */
  "buttons.definitions": {
    params: {
      /** All buttons without it. */
      match?: Match | null;
      /** The most in the answer. */
      limit?: number | null;
      /** Begin behind this one: `next` of the answer before. */
      after?: string | null;
    };
    result: {
      revision: Revision;
      buttons: Array<Definition>;
      /** The answer stops here; the `after` of the next request. */
      next?: string;
    };
  };
  /** Keeps an image: PNG, JPEG, WebP or SVG. The same bytes twice are one image. */
  "images.put": {
    params: {
      /** The bytes of the file, in Base64. */
      data: string;
    };
    result: {
      image: ImageName;
      type: "image/png" | "image/jpeg" | "image/webp" | "image/svg+xml";
      /** The size of the file. */
      bytes: number;
      /** In pixels; an SVG has none. */
      width?: number;
      height?: number;
    };
  };
  /** An image that a look names. It never changes. */
  "images.get": {
    params: {
      image: ImageName;
    };
    result: {
      image: ImageName;
      type: "image/png" | "image/jpeg" | "image/webp" | "image/svg+xml";
      /** The bytes of the file, in Base64. */
      data: string;
    };
  };
  /** Which images there are, by name. */
  "images.list": {
    params: {
      /** The most in the answer. */
      limit?: number | null;
      /** Begin behind this one: `next` of the answer before. */
      after?: ImageName | null;
    };
    result: {
      images: Array<{
        image: ImageName;
        type: "image/png" | "image/jpeg" | "image/webp" | "image/svg+xml";
        /** The size of the file. */
        bytes: number;
        /** In pixels; an SVG has none. */
        width?: number;
        height?: number;
      }>;
      /** The answer stops here; the `after` of the next request. */
      next?: ImageName;
    };
  };
  /** Removes images, whether looks name them or not; unknown ones are skipped. */
  "images.remove": {
    params: {
      images: Array<ImageName>;
    };
    result: {
      removed: Array<ImageName>;
    };
  };
  /** Looks of buttons, by id. */
  "buttons.get": {
    params: {
      match: Match;
      traits?: Traits | null;
      /** The most in the answer. */
      limit?: number | null;
      /** Begin behind this one: `next` of the answer before. */
      after?: string | null;
    };
    result: {
      epoch: Epoch;
      tick: Tick;
      revision: Revision;
      buttons: Array<Look>;
      /** The answer stops here; the `after` of the next request. */
      next?: string;
    };
  };
  /** Subscribes to looks of buttons. */
  "buttons.subscribe": {
    params: {
      match: Match;
      traits?: Traits | null;
      since?: TickMark | null;
      /** delta: patches where the client holds the look before. */
      form?: "full" | "delta" | null;
      /** Frames a second at most. */
      maxRate?: number | null;
    };
    result: {
      subscription: Subscription;
      epoch: Epoch;
      tick: Tick;
      revision: Revision;
      /** The records are all there are, not only what changed since. */
      snapshot: boolean;
      buttons: Array<LookRecord>;
      removed: Array<string>;
      /** Further parts follow as `buttons.updated`; draw when one comes without this. */
      more?: true;
    };
  };
  /** How a button came to look as it does. */
  "buttons.explain": {
    params: {
      id: ButtonID;
      /** A member of the appearance; all unless given. */
      property?: AppearanceMember | null;
      traits?: Traits | null;
    };
    result: {
      id: ButtonID;
      epoch: Epoch;
      tick: Tick;
      revision: Revision;
      style: StyleReference;
      handler?: PluginEntry;
      /** How often the button was passed over since it was defined first. */
      resolves: number;
      /** Subscribers see it as removed. */
      isHidden?: true;
      /** What its isHidden reads, while it is hidden. */
      hiddenBy?: Array<Reading>;
      /** The group that it names. */
      group?: {
        id: GroupID;
        /** Something is said of the group. */
        isDefined?: true;
      };
      /** What stands for the tint of the display. */
      tint?: {
        /** #RRGGBBAA, for the traits of the request. */
        value: string;
        /** Who has set it; the display without it. */
        layer?: "definition" | "group";
        /** It is made gray. */
        isDimmed?: true;
      };
      /** A pointer is over it. */
      isHovered?: true;
      /** The key that presses it. */
      shortcut?: string;
      /** The entries of its menu, as they are now. */
      menu?: Array<{
        id: ButtonID;
        title: string;
        image?: string;
        role?: "none" | "cancel" | "destructive" | "primary";
        state?: "off" | "on" | "mixed";
        isEnabled?: boolean;
      }>;
      status?: Status;
      dirty: Cause;
      /** In the order in which they ran. */
      plugins: Array<Pass>;
      properties: Array<Explanation>;
      /** The parts of the definition that follow expressions. */
      bindings?: Array<Binding>;
      /** The scope of the fleet that shares its definition. */
      scope?: Scope;
    };
  };
  /** Has buttons resolved again for reasons that no key shows. */
  "buttons.setNeedsUpdateConfiguration": {
    params: {
      match: Match;
    };
    result: {
      buttons: number;
    };
  };
  /** Performs a button's action, as a keyboard would. */
  "buttons.trigger": {
    params: {
      id: ButtonID;
      /** Performs the action of that gesture. */
      gesture?: "longPress" | "doublePress" | null;
      wait?: Wait | null;
    };
    result: {
      revision: Revision;
      /** Where keys are shared. */
      fleet?: FleetMark;
    };
  };
  /** Turns a button by some steps, as an encoder does: performs the action of its rotation. */
  "buttons.rotate": {
    params: {
      id: ButtonID;
      /** In steps; clockwise is above 0, and 0 is refused. */
      delta: number;
      wait?: Wait | null;
    };
    result: {
      revision: Revision;
      /** Where keys are shared. */
      fleet?: FleetMark;
    };
  };
  /** Chooses an entry of a button's menu: performs its action. */
  "menu.choose": {
    params: {
      button: ButtonID;
      item: ButtonID;
      wait?: Wait | null;
    };
    result: {
      revision: Revision;
      /** Where keys are shared. */
      fleet?: FleetMark;
    };
  };
  /** How large this client draws a button, in points, insets included. */
  "layout.report": {
    params: {
      id: ButtonID;
      /** Points. */
      width: number;
      /** Points. */
      height: number;
    };
    result: {};
  };
  /** A pointer of this client came over a button. */
  "pointer.entered": {
    params: {
      id: ButtonID;
      wait?: Wait | null;
    };
    result: {};
  };
  /** No pointer of this client is over the button any more. */
  "pointer.exited": {
    params: {
      id: ButtonID;
      wait?: Wait | null;
    };
    result: {};
  };
  /** A finger, a pen or a mouse went down on a button; inside without a place. x and y go together. */
  "press.began": {
    params: {
      id: ButtonID;
      /** Points from the left edge of the button as drawn. */
      x?: number | null;
      /** Points from its upper edge. */
      y?: number | null;
      wait?: Wait | null;
    };
    result: {
      phase: Phase;
      /** Where its action changed shared keys. */
      fleet?: FleetMark;
    };
  };
  /** It is somewhere else. */
  "press.moved": {
    params: {
      id: ButtonID;
      /** Points from the left edge of the button as drawn. */
      x: number;
      /** Points from its upper edge. */
      y: number;
      wait?: Wait | null;
    };
    result: {
      phase: Phase;
      /** Where its action changed shared keys. */
      fleet?: FleetMark;
    };
  };
  /** It was lifted, here or where it was last. x and y go together. */
  "press.ended": {
    params: {
      id: ButtonID;
      /** Points from the left edge of the button as drawn. */
      x?: number | null;
      /** Points from its upper edge. */
      y?: number | null;
      wait?: Wait | null;
    };
    result: {
      phase: Phase;
      /** Where its action changed shared keys. */
      fleet?: FleetMark;
    };
  };
  /** It came to nothing. */
  "press.cancelled": {
    params: {
      id: ButtonID;
      wait?: Wait | null;
    };
    result: {
      phase: Phase;
      /** Where its action changed shared keys. */
      fleet?: FleetMark;
    };
  };
  /** Subscribes to actions of buttons. */
  "actions.subscribe": {
    params: {
      match?: Match | null;
      /** Also what other daemons' buttons of a scope perform. */
      fleet?: true | null;
      /** Each action of the fleet goes to one subscriber of the group, until it says `actions.done`. */
      group?: string | null;
      /** A delivery that is not done by then goes to another; 30,000 if missing. */
      claimAfterMs?: number | null;
    };
    result: {
      subscription: Subscription;
    };
  };
  /** Ends a delivery, and applies operations to keys of its scope in the same step. */
  "actions.done": {
    params: {
      subscription: Subscription;
      /** As `action.triggered` has it. */
      delivery: string;
      /** Their keys are of the delivery's scope. */
      operations?: Array<Operation> | null;
    };
    result: {
      /** `lost`: the delivery was another's meanwhile, and nothing was applied. */
      outcome: "done" | "lost";
      /** Where it was done. */
      fleet?: FleetMark;
    };
  };
  /** Subscribes to what clients ask for that changes something: for recordings. */
  "inputs.subscribe": {
    params: {};
    result: {
      subscription: Subscription;
      epoch: Epoch;
      revision: Revision;
      tick: Tick;
      /** Microseconds of the daemon's clock, which only moves forward. */
      at: number;
      /** All values but those of derived keys. */
      state: Values;
      /** The keys that follow from others. */
      derived?: Derivations;
      /** The keys that belong to a lease. */
      leases?: Array<{
        lease: Lease;
        /** What feeds the keys; without it that is gone: they are lost. */
        connection?: number;
        keys: Array<StateKey>;
        /** What feeds them is silent: they are lost. */
        isSilent?: true;
      }>;
      /** The groups that are defined. */
      groups?: Array<Group>;
      buttons: Array<Definition>;
      layouts: Array<{
        connection: number;
        id: ButtonID;
        /** Points. */
        width: number;
        /** Points. */
        height: number;
      }>;
      presses: Array<{
        connection: number;
        id: ButtonID;
        /** Its release performs nothing more. */
        hasRepeated?: true;
      }>;
      /** Buttons that pointers are over. */
      pointers?: Array<{
        connection: number;
        id: ButtonID;
      }>;
    };
  };
  /** The styles and handlers that definitions may name. */
  "styles.list": {
    params: {};
    result: {
      styles: Array<Style>;
      handlers: Array<Style>;
    };
  };
  /** The plugins and how they are doing. */
  "plugins.list": {
    params: {};
    result: {
      plugins: Array<Plugin>;
    };
  };
  /** Reads a plugin's files again, and uses them if they are in order. */
  "plugins.reload": {
    params: {
      /** The plugin's short name or its id. */
      name: string;
    };
    result: {
      /** Whether other files are in force now; false where they are those that were in force. */
      replaced: boolean;
      plugin: Plugin;
    };
  };
  /** Forgets a plugin's deaths, lifts its quarantine, starts it. */
  "plugins.reset": {
    params: {
      /** The plugin's short name or its id. */
      name: string;
    };
    result: {
      plugin: Plugin;
    };
  };
  /** Starts a plugin that was disabled. */
  "plugins.enable": {
    params: {
      /** The plugin's short name or its id. */
      name: string;
    };
    result: {
      plugin: Plugin;
    };
  };
  /** Stops a plugin until it is enabled. */
  "plugins.disable": {
    params: {
      /** The plugin's short name or its id. */
      name: string;
    };
    result: {
      plugin: Plugin;
    };
  };
  /** Subscribes to how plugins are doing. */
  "plugins.subscribe": {
    params: {};
    result: {
      subscription: Subscription;
      /** How all of them are doing. */
      plugins: Array<Plugin>;
    };
  };
  /** The sources and how they are doing. */
  "sources.list": {
    params: {};
    result: {
      /** In the order of the configuration. */
      sources: Array<Source>;
    };
  };
  /** Runs a polled source now, and answers when the run is over. */
  "sources.run": {
    params: {
      /** The source's name in the configuration. */
      name: string;
    };
    result: {
      source: Source;
    };
  };
  /** Forgets a source's deaths, lifts its quarantine, starts it. */
  "sources.reset": {
    params: {
      /** The source's name in the configuration. */
      name: string;
    };
    result: {
      source: Source;
    };
  };
  /** Subscribes to how sources are doing. */
  "sources.subscribe": {
    params: {};
    result: {
      subscription: Subscription;
      /** How all of them are doing. */
      sources: Array<Source>;
    };
  };
  /** How the scopes of the fleet are doing. */
  "fleet.status": {
    params: {};
    result: {
      /** In the order of the configuration. */
      scopes: Array<FleetScope>;
    };
  };
  /** Subscribes to how the scopes of the fleet are doing. */
  "fleet.subscribe": {
    params: {};
    result: {
      subscription: Subscription;
      /** In the order of the configuration. */
      scopes: Array<FleetScope>;
    };
  };
  /** Which accepted changes were dropped since the daemon started, the last 1,000 of each scope. */
  "fleet.rejections": {
    params: {};
    result: {
      rejections: Array<{
        subscription?: Subscription;
        scope: Scope;
        request: RequestNumber;
        reason: "conflict" | "history" | "invalid" | "doubtful" | "unreadable" | "lost" | "actionsFull";
        /** What was wanted; empty where the reason is `unreadable`. */
        operations: Array<Operation>;
      }>;
    };
  };
  /** How a request to the fleet ended. */
  "fleet.outcome": {
    params: {
      request: RequestNumber;
    };
    result: {
      scope: Scope;
      outcome: "pending" | "applied" | "dropped";
      /** The fleet's, in which it was applied. */
      revision?: number;
    };
  };
  /** Takes over the engine's history of a scope that is foreign, or its content after it was refused. */
  "fleet.adopt": {
    params: {
      scope: Scope;
    };
    result: {};
  };
  /** The engine of a scope is in reach; the scope is this connection's from now on. */
  "fleet.attach": {
    params: {
      scope: Scope;
    };
    result: {};
  };
  /** The engine of a scope is out of reach, and why; the scope is this connection's if nobody had it. */
  "fleet.state": {
    params: {
      scope: Scope;
      /** A word for programs. */
      reason: string;
      /** A sentence for people. */
      message: string;
    };
    result: {};
  };
  /** What the engine answers a join. */
  "fleet.joined": {
    params: {
      scope: Scope;
      /** As the daemon's `fleet.join` had it. */
      session: number;
      /** Whether the cursor is in the history. */
      verdict: "tail" | "trimmed" | "fork" | "fresh";
      /** The name of the history. */
      id: string;
      /** How far the history goes. */
      head: FleetPosition;
      /** The revision of the oldest entry of the log. */
      oldest: number;
      keyCount: number;
      numbers: Array<{
        life: string;
        /** 0 of one that the engine does not know. */
        last: number;
      }>;
      /** Up to which revision an administrator has restored a history that the engine had lost. */
      restored?: number | null;
    };
    result: {};
  };
  /** A page of a scope's keys; the last one has head. */
  "fleet.snapshot": {
    params: {
      scope: Scope;
      /** As the daemon's `fleet.join` had it. */
      session: number;
      keys: Array<{
        key: string;
        /** The fleet's, that changed it last. */
        revision: number;
        /** The text of its JSON; without it the key is removed. */
        value?: string | null;
      }>;
      /** How far the history went after the last page. */
      head?: FleetPosition | null;
    };
    result: {};
  };
  /** Entries of a scope's log, in order and without a gap. */
  "fleet.entries": {
    params: {
      scope: Scope;
      /** As the daemon's `fleet.join` had it. */
      session: number;
      /** One, or more that have at most 256 KiB of changes together. */
      entries: Array<{
        /** The fleet's. */
        revision: number;
        request: RequestNumber;
        chain: string;
        /** Lines `KEY JSON`, or `KEY` of one removed. */
        changes: string;
      }>;
    };
    result: {};
  };
  /** What the engine answers requests. */
  "fleet.outcomes": {
    params: {
      scope: Scope;
      /** As the daemon's `fleet.join` had it. */
      session: number;
      outcomes: Array<{
        request: RequestNumber;
        /** As the engine has it, such as `ok 12` or `dup ok 12`. */
        answer: string;
      }>;
    };
    result: {};
  };
  /** Actions that were asked for. */
  "fleet.actions": {
    params: {
      scope: Scope;
      /** As the daemon's `fleet.join` had it. */
      session: number;
      group?: string | null;
      actions: Array<{
        /** A scope counts its actions from 1. */
        number: number;
        /** That of the request that performed the action. */
        request: RequestNumber;
        /** Another consumer has not done it in time. */
        redelivered?: true | null;
        /** As the daemon sent it that performed the action. */
        text: string;
      }>;
      /** The number of the last of them, or how far the scope is. */
      last: number;
    };
    result: {};
  };
  /** Counters and gauges. */
  "server.stats": {
    params: {};
    result: {
      /** The daemon's release. */
      version?: string;
      /** When changes survive a crash. */
      durability?: "none" | "relaxed" | "strict";
      /** Number of the last set of changes; kept with the state. */
      revision: number;
      /** Number of the last frame. */
      tick: number;
      /** Times that the daemon looked whether there is anything to publish. */
      ticks: number;
      /** Frames published. */
      frames: number;
      /** Passes over a button by the daemon or a plugin. */
      resolves: number;
      /** Looks that differed from the one before. */
      looks: number;
      /** Batches of buttons sent to workers. */
      batches: number;
      /** Answers of workers that came after their frame had gone. */
      lateAnswers: number;
      /** Answers of workers for which a key had changed meanwhile. */
      staleAnswers: number;
      /** Sets of changes applied. */
      changeSets: number;
      /** Keys written by them. */
      writes: number;
      /** Explicit requests to resolve buttons again. */
      updateRequests: number;
      /** Requests of clients. */
      requests: number;
      /** Requests and lines answered with an error. */
      errors: number;
      /** Times that a client had to wait as it sent requests too fast. */
      throttles: number;
      /** Clients that are connected. */
      connections: number;
      /** Clients whose socket takes no bytes at the moment. */
      stalledClients: number;
      /** Buttons defined. */
      buttons: number;
      /** Groups of buttons defined. */
      groups: number;
      /** Images. */
      images: number;
      /** Bytes of all images as Base64. */
      imageBytes: number;
      /** State keys with a value. */
      keys: number;
      /** State keys that belong to a lease. */
      leasedKeys: number;
      /** Those of them that nothing feeds any more. */
      lostKeys: number;
      /** Bytes of all keys and values. */
      stateBytes: number;
      /** Bytes of all definitions as JSON. */
      definitionBytes: number;
      /** Groups of changes given to the journal. */
      journalGroups: number;
      /** Keys and buttons in them. */
      journalEntries: number;
      /** Groups that could not be written. */
      journalFailures: number;
      /** Keys and buttons that wait to be written to the journal. */
      unsaved: number;
      /** 1 while changes cannot be written to the journal. */
      durabilityLost: number;
      /** Buttons that have still to show what changed. */
      unsettled: number;
      /** Clients let in. */
      acceptedClients: number;
      /** Clients turned away: of other users, or beyond the limit. */
      refusedClients: number;
      /** Clients closed as they took no bytes for too long. */
      closedStalledClients: number;
      /** Clients closed as they left too much in memory. */
      shedClients: number;
      /** Bytes kept for clients. */
      clientBytes: number;
      /** Lines about clients left out of the log. */
      suppressedLogLines: number;
      /** In the order of `plugins.list`. */
      plugins?: Array<PluginFigures>;
      /** In the order of `sources.list`. */
      sources?: Array<SourceFigures>;
      /** The first 64 by name. */
      leases?: Array<LeaseFigures>;
      /** As in `fleet.status`. */
      fleet?: Array<FleetScope>;
    };
  };
  /** Reads the configuration again. */
  "server.reload": {
    params: {};
    result: {
      revision: Revision;
      /** The theme's name. */
      theme: string;
      /** Tokens that are new, gone or have another value. */
      tokensChanged: number;
      buttonsDefined: number;
      buttonsRemoved: number;
      /** What has no effect, or none before the next start, with its file and place. */
      warnings?: Array<string>;
    };
  };
  /** Makes a backup of everything that is kept. */
  "server.backup": {
    params: {};
    result: {
      /** The file, in the daemon's state folder; the next backup takes its place. */
      path: string;
      /** The one that the backup shows. */
      revision: Revision;
      /** How long the file is. */
      bytes: number;
    };
  };
}
