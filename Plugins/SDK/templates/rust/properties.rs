//! Written by scripts/record from the registry of properties, revision 8: a function for every one
//! that styles can set.

use super::{Color, Request, Status, Value};

#[derive(Clone, Copy, PartialEq)]
pub enum TextStyle {
    LargeTitle,
    Title,
    Title2,
    Title3,
    Headline,
    Body,
    Callout,
    Subheadline,
    Footnote,
    Caption,
    Caption2,
}

impl TextStyle {
    pub fn name(self) -> &'static str {
        match self {
            TextStyle::LargeTitle => "largeTitle",
            TextStyle::Title => "title",
            TextStyle::Title2 => "title2",
            TextStyle::Title3 => "title3",
            TextStyle::Headline => "headline",
            TextStyle::Body => "body",
            TextStyle::Callout => "callout",
            TextStyle::Subheadline => "subheadline",
            TextStyle::Footnote => "footnote",
            TextStyle::Caption => "caption",
            TextStyle::Caption2 => "caption2",
        }
    }
}

#[derive(Clone, Copy, PartialEq)]
pub enum FontWeight {
    UltraLight,
    Thin,
    Light,
    Regular,
    Medium,
    Semibold,
    Bold,
    Heavy,
    Black,
}

impl FontWeight {
    pub fn name(self) -> &'static str {
        match self {
            FontWeight::UltraLight => "ultraLight",
            FontWeight::Thin => "thin",
            FontWeight::Light => "light",
            FontWeight::Regular => "regular",
            FontWeight::Medium => "medium",
            FontWeight::Semibold => "semibold",
            FontWeight::Bold => "bold",
            FontWeight::Heavy => "heavy",
            FontWeight::Black => "black",
        }
    }
}

#[derive(Clone, Copy, PartialEq)]
pub enum FontDesign {
    Default,
    Rounded,
    Serif,
    Monospaced,
}

impl FontDesign {
    pub fn name(self) -> &'static str {
        match self {
            FontDesign::Default => "default",
            FontDesign::Rounded => "rounded",
            FontDesign::Serif => "serif",
            FontDesign::Monospaced => "monospaced",
        }
    }
}

#[derive(Clone, Copy, PartialEq)]
pub enum LineBreakMode {
    ByWordWrapping,
    ByCharWrapping,
    ByClipping,
    ByTruncatingHead,
    ByTruncatingMiddle,
    ByTruncatingTail,
}

impl LineBreakMode {
    pub fn name(self) -> &'static str {
        match self {
            LineBreakMode::ByWordWrapping => "byWordWrapping",
            LineBreakMode::ByCharWrapping => "byCharWrapping",
            LineBreakMode::ByClipping => "byClipping",
            LineBreakMode::ByTruncatingHead => "byTruncatingHead",
            LineBreakMode::ByTruncatingMiddle => "byTruncatingMiddle",
            LineBreakMode::ByTruncatingTail => "byTruncatingTail",
        }
    }
}

#[derive(Clone, Copy, PartialEq)]
pub enum TitleAlignment {
    Automatic,
    Leading,
    Center,
    Trailing,
}

impl TitleAlignment {
    pub fn name(self) -> &'static str {
        match self {
            TitleAlignment::Automatic => "automatic",
            TitleAlignment::Leading => "leading",
            TitleAlignment::Center => "center",
            TitleAlignment::Trailing => "trailing",
        }
    }
}

#[derive(Clone, Copy, PartialEq)]
pub enum ImagePlacement {
    Top,
    Leading,
    Bottom,
    Trailing,
}

impl ImagePlacement {
    pub fn name(self) -> &'static str {
        match self {
            ImagePlacement::Top => "top",
            ImagePlacement::Leading => "leading",
            ImagePlacement::Bottom => "bottom",
            ImagePlacement::Trailing => "trailing",
        }
    }
}

#[derive(Clone, Copy, PartialEq)]
pub enum SymbolEffect {
    None,
    Bounce,
    Wiggle,
    Pulse,
    VariableColor,
    Rotate,
    Breathe,
}

impl SymbolEffect {
    pub fn name(self) -> &'static str {
        match self {
            SymbolEffect::None => "none",
            SymbolEffect::Bounce => "bounce",
            SymbolEffect::Wiggle => "wiggle",
            SymbolEffect::Pulse => "pulse",
            SymbolEffect::VariableColor => "variableColor",
            SymbolEffect::Rotate => "rotate",
            SymbolEffect::Breathe => "breathe",
        }
    }
}

#[derive(Clone, Copy, PartialEq)]
pub enum ImageRenderingMode {
    Template,
    Original,
}

impl ImageRenderingMode {
    pub fn name(self) -> &'static str {
        match self {
            ImageRenderingMode::Template => "template",
            ImageRenderingMode::Original => "original",
        }
    }
}

#[derive(Clone, Copy, PartialEq)]
pub enum LabelStyle {
    TitleAndIcon,
    TitleOnly,
    IconOnly,
}

impl LabelStyle {
    pub fn name(self) -> &'static str {
        match self {
            LabelStyle::TitleAndIcon => "titleAndIcon",
            LabelStyle::TitleOnly => "titleOnly",
            LabelStyle::IconOnly => "iconOnly",
        }
    }
}

#[derive(Clone, Copy, PartialEq)]
pub enum Indicator {
    Automatic,
    None,
    Popup,
}

impl Indicator {
    pub fn name(self) -> &'static str {
        match self {
            Indicator::Automatic => "automatic",
            Indicator::None => "none",
            Indicator::Popup => "popup",
        }
    }
}

#[derive(Clone, Copy, PartialEq)]
pub enum ButtonSize {
    Mini,
    Small,
    Medium,
    Large,
}

impl ButtonSize {
    pub fn name(self) -> &'static str {
        match self {
            ButtonSize::Mini => "mini",
            ButtonSize::Small => "small",
            ButtonSize::Medium => "medium",
            ButtonSize::Large => "large",
        }
    }
}

#[derive(Clone, Copy, PartialEq)]
pub enum ControlSize {
    Mini,
    Small,
    Regular,
    Large,
    ExtraLarge,
}

impl ControlSize {
    pub fn name(self) -> &'static str {
        match self {
            ControlSize::Mini => "mini",
            ControlSize::Small => "small",
            ControlSize::Regular => "regular",
            ControlSize::Large => "large",
            ControlSize::ExtraLarge => "extraLarge",
        }
    }
}

#[derive(Clone, Copy, PartialEq)]
pub enum CornerStyle {
    Fixed,
    Dynamic,
    Small,
    Medium,
    Large,
    Capsule,
}

impl CornerStyle {
    pub fn name(self) -> &'static str {
        match self {
            CornerStyle::Fixed => "fixed",
            CornerStyle::Dynamic => "dynamic",
            CornerStyle::Small => "small",
            CornerStyle::Medium => "medium",
            CornerStyle::Large => "large",
            CornerStyle::Capsule => "capsule",
        }
    }
}

#[derive(Clone, Copy, PartialEq)]
pub enum BorderShape {
    Automatic,
    Capsule,
    Circle,
    RoundedRectangle,
}

impl BorderShape {
    pub fn name(self) -> &'static str {
        match self {
            BorderShape::Automatic => "automatic",
            BorderShape::Capsule => "capsule",
            BorderShape::Circle => "circle",
            BorderShape::RoundedRectangle => "roundedRectangle",
        }
    }
}

#[derive(Clone, Copy, PartialEq)]
pub enum ContentAnimation {
    Automatic,
    None,
}

impl ContentAnimation {
    pub fn name(self) -> &'static str {
        match self {
            ContentAnimation::Automatic => "automatic",
            ContentAnimation::None => "none",
        }
    }
}

#[derive(Clone, Copy, PartialEq)]
pub enum ContentTransition {
    Identity,
    Opacity,
    NumericText,
}

impl ContentTransition {
    pub fn name(self) -> &'static str {
        match self {
            ContentTransition::Identity => "identity",
            ContentTransition::Opacity => "opacity",
            ContentTransition::NumericText => "numericText",
        }
    }
}

#[derive(Clone, Copy, PartialEq)]
pub enum ImageContentMode {
    ScaleToFill,
    ScaleAspectFit,
    ScaleAspectFill,
    Center,
    Top,
    Bottom,
    Left,
    Right,
    TopLeft,
    TopRight,
    BottomLeft,
    BottomRight,
}

impl ImageContentMode {
    pub fn name(self) -> &'static str {
        match self {
            ImageContentMode::ScaleToFill => "scaleToFill",
            ImageContentMode::ScaleAspectFit => "scaleAspectFit",
            ImageContentMode::ScaleAspectFill => "scaleAspectFill",
            ImageContentMode::Center => "center",
            ImageContentMode::Top => "top",
            ImageContentMode::Bottom => "bottom",
            ImageContentMode::Left => "left",
            ImageContentMode::Right => "right",
            ImageContentMode::TopLeft => "topLeft",
            ImageContentMode::TopRight => "topRight",
            ImageContentMode::BottomLeft => "bottomLeft",
            ImageContentMode::BottomRight => "bottomRight",
        }
    }
}

impl Request<'_> {
    /// The title; empty: none. Assigning it drops titleRuns and any attributed title.
    pub fn set_title(&self, text: Option<&str>) -> Result<(), Status> {
        self.set("title", Value::Text(text.unwrap_or("")))
    }

    /// The colour of title, subtitle, image, activity indicator and indicator, whatever the style
    /// would make of them; nothing: the style decides. Assigning it drops titleColor. Attributed texts
    /// keep their own colours; colour transformers start from this one.
    pub fn set_foreground_color(&self, color: Color) -> Result<(), Status> {
        self.set_color("foregroundColor", &color)
    }

    /// The title's colour; nothing: the style decides.
    pub fn set_title_color(&self, color: Color) -> Result<(), Status> {
        self.set_color("titleColor", &color)
    }

    /// Makes the title's colour out of the one that was decided.
    pub fn set_title_color_transformer(&self, effect: &str) -> Result<(), Status> {
        self.set("titleColorTransformer", Value::Text(effect))
    }

    /// The text style from which the title's size, which grows with the content size, and its weight
    /// follow; nothing: the one that belongs to buttonSize. Assigning it drops titleFontSize.
    pub fn set_title_text_style(&self, choice: TextStyle) -> Result<(), Status> {
        self.set("titleTextStyle", Value::Text(choice.name()))
    }

    /// The title's size in points, whatever the content size unless titleAdjustsFontForContentSize is
    /// true; nothing: the size of the text style. Assigning it drops titleTextStyle.
    pub fn set_title_font_size(&self, number: f64) -> Result<(), Status> {
        self.set("titleFontSize", Value::Number(number))
    }

    /// How heavy the title's letters are.
    pub fn set_title_font_weight(&self, choice: FontWeight) -> Result<(), Status> {
        self.set("titleFontWeight", Value::Text(choice.name()))
    }

    /// The design of the title's font, which clients draw with the fonts that they have.
    pub fn set_title_font_design(&self, choice: FontDesign) -> Result<(), Status> {
        self.set("titleFontDesign", Value::Text(choice.name()))
    }

    /// Whether the title is italic.
    pub fn set_title_italic(&self, flag: bool) -> Result<(), Status> {
        self.set("titleItalic", Value::Flag(flag))
    }

    /// Whether all digits of the title are as wide as each other.
    pub fn set_title_monospaced_digits(&self, flag: bool) -> Result<(), Status> {
        self.set("titleMonospacedDigits", Value::Flag(flag))
    }

    /// Whether a size in points grows with the content size as text styles do.
    pub fn set_title_adjusts_font_for_content_size(&self, flag: bool) -> Result<(), Status> {
        self.set("titleAdjustsFontForContentSize", Value::Flag(flag))
    }

    /// Makes the title's font out of the one that was decided, attributes of the text included.
    pub fn set_title_font_transformer(&self, effect: &str) -> Result<(), Status> {
        self.set("titleFontTransformer", Value::Text(effect))
    }

    /// Whether the title is underlined.
    pub fn set_title_underline(&self, flag: bool) -> Result<(), Status> {
        self.set("titleUnderline", Value::Flag(flag))
    }

    /// Whether the title is struck through.
    pub fn set_title_strikethrough(&self, flag: bool) -> Result<(), Status> {
        self.set("titleStrikethrough", Value::Flag(flag))
    }

    /// How a title that does not fit breaks; wrapping runs over several lines, clipping and truncating
    /// keep one.
    pub fn set_title_line_break_mode(&self, choice: LineBreakMode) -> Result<(), Status> {
        self.set("titleLineBreakMode", Value::Text(choice.name()))
    }

    /// How many lines a title that wraps has at most; what does not fit is truncated at its end. A
    /// fraction is dropped; nothing: as many as the client has room for.
    pub fn set_title_line_limit(&self, number: f64) -> Result<(), Status> {
        self.set("titleLineLimit", Value::Number(number))
    }

    /// Points between title and subtitle.
    pub fn set_title_padding(&self, number: f64) -> Result<(), Status> {
        self.set("titlePadding", Value::Number(number))
    }

    /// On which side title and subtitle are flush; automatic leaves it to the client.
    pub fn set_title_alignment(&self, choice: TitleAlignment) -> Result<(), Status> {
        self.set("titleAlignment", Value::Text(choice.name()))
    }

    /// The second line; empty: none. Assigning it drops any attributed subtitle.
    pub fn set_subtitle(&self, text: Option<&str>) -> Result<(), Status> {
        self.set("subtitle", Value::Text(text.unwrap_or("")))
    }

    /// Makes the subtitle's colour out of the foreground colour.
    pub fn set_subtitle_color_transformer(&self, effect: &str) -> Result<(), Status> {
        self.set("subtitleColorTransformer", Value::Text(effect))
    }

    /// How a subtitle that does not fit breaks; wrapping runs over several lines, clipping and
    /// truncating keep one.
    pub fn set_subtitle_line_break_mode(&self, choice: LineBreakMode) -> Result<(), Status> {
        self.set("subtitleLineBreakMode", Value::Text(choice.name()))
    }

    /// The text style from which the subtitle's size, which grows with the content size, and its
    /// weight follow; nothing: the one that belongs to buttonSize. Assigning it drops
    /// subtitleFontSize.
    pub fn set_subtitle_text_style(&self, choice: TextStyle) -> Result<(), Status> {
        self.set("subtitleTextStyle", Value::Text(choice.name()))
    }

    /// The subtitle's size in points, whatever the content size unless
    /// subtitleAdjustsFontForContentSize is true; nothing: the size of the text style. Assigning it
    /// drops subtitleTextStyle.
    pub fn set_subtitle_font_size(&self, number: f64) -> Result<(), Status> {
        self.set("subtitleFontSize", Value::Number(number))
    }

    /// How heavy the subtitle's letters are.
    pub fn set_subtitle_font_weight(&self, choice: FontWeight) -> Result<(), Status> {
        self.set("subtitleFontWeight", Value::Text(choice.name()))
    }

    /// The design of the subtitle's font, which clients draw with the fonts that they have.
    pub fn set_subtitle_font_design(&self, choice: FontDesign) -> Result<(), Status> {
        self.set("subtitleFontDesign", Value::Text(choice.name()))
    }

    /// Whether the subtitle is italic.
    pub fn set_subtitle_italic(&self, flag: bool) -> Result<(), Status> {
        self.set("subtitleItalic", Value::Flag(flag))
    }

    /// Whether all digits of the subtitle are as wide as each other.
    pub fn set_subtitle_monospaced_digits(&self, flag: bool) -> Result<(), Status> {
        self.set("subtitleMonospacedDigits", Value::Flag(flag))
    }

    /// Whether a size in points grows with the content size as text styles do.
    pub fn set_subtitle_adjusts_font_for_content_size(&self, flag: bool) -> Result<(), Status> {
        self.set("subtitleAdjustsFontForContentSize", Value::Flag(flag))
    }

    /// Makes the subtitle's font out of the one that was decided, attributes of the text included.
    pub fn set_subtitle_font_transformer(&self, effect: &str) -> Result<(), Status> {
        self.set("subtitleFontTransformer", Value::Text(effect))
    }

    /// The name of an image that clients know; empty: none.
    pub fn set_image(&self, text: Option<&str>) -> Result<(), Status> {
        self.set("image", Value::Text(text.unwrap_or("")))
    }

    /// The side of the title on which the image or the activity indicator stands.
    pub fn set_image_placement(&self, choice: ImagePlacement) -> Result<(), Status> {
        self.set("imagePlacement", Value::Text(choice.name()))
    }

    /// Points between image and text.
    pub fn set_image_padding(&self, number: f64) -> Result<(), Status> {
        self.set("imagePadding", Value::Number(number))
    }

    /// Points kept free for the image on its axis.
    pub fn set_image_reservation(&self, number: f64) -> Result<(), Status> {
        self.set("imageReservation", Value::Number(number))
    }

    /// Makes the image's colour out of the foreground colour.
    pub fn set_image_color_transformer(&self, effect: &str) -> Result<(), Status> {
        self.set("imageColorTransformer", Value::Text(effect))
    }

    /// How the image moves: bounce and wiggle move it once; pulse, variableColor, rotate and breathe
    /// as long as they are set. It stands still where the reader wants little motion or the client
    /// cannot do it.
    pub fn set_symbol_effect(&self, choice: SymbolEffect) -> Result<(), Status> {
        self.set("symbolEffect", Value::Text(choice.name()))
    }

    /// Makes bounce and wiggle play again whenever it changes.
    pub fn set_symbol_effect_value(&self, text: Option<&str>) -> Result<(), Status> {
        self.set("symbolEffectValue", Value::Text(text.unwrap_or("")))
    }

    /// The side in points of the square of the image, and of the activity indicator, whatever the
    /// content size; nothing: 1.2 times the title's font size.
    pub fn set_image_size(&self, number: f64) -> Result<(), Status> {
        self.set("imageSize", Value::Number(number))
    }

    /// How heavy the lines of a symbol are.
    pub fn set_image_weight(&self, choice: FontWeight) -> Result<(), Status> {
        self.set("imageWeight", Value::Text(choice.name()))
    }

    /// Whether the image has the foreground colour (template) or its own colours (original), which are
    /// then as opaque as the foreground colour.
    pub fn set_image_rendering_mode(&self, choice: ImageRenderingMode) -> Result<(), Status> {
        self.set("imageRenderingMode", Value::Text(choice.name()))
    }

    /// What shows of title, subtitle and image; a title that iconOnly hides stays for assistive
    /// technology.
    pub fn set_label_style(&self, choice: LabelStyle) -> Result<(), Status> {
        self.set("labelStyle", Value::Text(choice.name()))
    }

    /// Whether an activity indicator replaces the image.
    pub fn set_shows_activity_indicator(&self, flag: bool) -> Result<(), Status> {
        self.set("showsActivityIndicator", Value::Flag(flag))
    }

    /// Makes the activity indicator's colour out of the foreground colour.
    pub fn set_activity_indicator_color_transformer(&self, effect: &str) -> Result<(), Status> {
        self.set("activityIndicatorColorTransformer", Value::Text(effect))
    }

    /// The mark for what a press opens; automatic shows no mark.
    pub fn set_indicator(&self, choice: Indicator) -> Result<(), Status> {
        self.set("indicator", Value::Text(choice.name()))
    }

    /// Makes the indicator's colour out of the foreground colour.
    pub fn set_indicator_color_transformer(&self, effect: &str) -> Result<(), Status> {
        self.set("indicatorColorTransformer", Value::Text(effect))
    }

    /// How much of the background is filled, from its leading edge; a number below 0 counts as 0, one
    /// above 1 as 1. While it is not set, there is no progress.
    pub fn set_progress(&self, number: f64) -> Result<(), Status> {
        self.set("progress", Value::Number(number))
    }

    /// The colour of the part that progress fills, laid over the background; nothing: the title's
    /// colour with alpha 0.2, or black with alpha 0.2 where the title is lighter than a background
    /// that is not dark.
    pub fn set_progress_color(&self, color: Color) -> Result<(), Status> {
        self.set_color("progressColor", &color)
    }

    /// Points above the content; the default is that of the medium buttonSize.
    pub fn set_content_insets_top(&self, number: f64) -> Result<(), Status> {
        self.set("contentInsets.top", Value::Number(number))
    }

    /// Points before the content; the default is that of the medium buttonSize.
    pub fn set_content_insets_leading(&self, number: f64) -> Result<(), Status> {
        self.set("contentInsets.leading", Value::Number(number))
    }

    /// Points below the content; the default is that of the medium buttonSize.
    pub fn set_content_insets_bottom(&self, number: f64) -> Result<(), Status> {
        self.set("contentInsets.bottom", Value::Number(number))
    }

    /// Points behind the content; the default is that of the medium buttonSize.
    pub fn set_content_insets_trailing(&self, number: f64) -> Result<(), Status> {
        self.set("contentInsets.trailing", Value::Number(number))
    }

    /// The size from which insets, corner radius and font follow where nobody sets them.
    pub fn set_button_size(&self, choice: ButtonSize) -> Result<(), Status> {
        self.set("buttonSize", Value::Text(choice.name()))
    }

    /// The size by SwiftUI's names, where regular is buttonSize medium; that of the group unless the
    /// button has its own. Assigning it drops buttonSize, and vice versa.
    pub fn set_control_size(&self, choice: ControlSize) -> Result<(), Status> {
        self.set("controlSize", Value::Text(choice.name()))
    }

    /// Where the corner radius comes from: fixed takes background.cornerRadius as it is, dynamic grows
    /// it with the content size, small, medium and large have their own, capsule is round.
    pub fn set_corner_style(&self, choice: CornerStyle) -> Result<(), Status> {
        self.set("cornerStyle", Value::Text(choice.name()))
    }

    /// The shape of the background, that of the group unless the button has its own: automatic is the
    /// style's, capsule has round ends, circle is as wide as high, roundedRectangle takes
    /// borderRadius. Assigning it drops cornerStyle, and vice versa.
    pub fn set_border_shape(&self, choice: BorderShape) -> Result<(), Status> {
        self.set("borderShape", Value::Text(choice.name()))
    }

    /// The radius in points of a roundedRectangle, whatever the content size; that of the group unless
    /// the button has its own, then background.cornerRadius, then the style's.
    pub fn set_border_radius(&self, number: f64) -> Result<(), Status> {
        self.set("borderRadius", Value::Number(number))
    }

    /// The colour from which the style makes text and image colours; nothing: the style decides.
    pub fn set_base_foreground_color(&self, color: Color) -> Result<(), Status> {
        self.set_color("baseForegroundColor", &color)
    }

    /// The colour from which the style makes the background; nothing: the style decides.
    pub fn set_base_background_color(&self, color: Color) -> Result<(), Status> {
        self.set_color("baseBackgroundColor", &color)
    }

    /// Whether the base style shows that the button is selected; nothing: not with the styles filled,
    /// borderedProminent and prominentGlass, but with all others.
    pub fn set_automatically_update_for_selection(&self, flag: bool) -> Result<(), Status> {
        self.set("automaticallyUpdateForSelection", Value::Flag(flag))
    }

    /// Whether changes of the content may be animated.
    pub fn set_content_animation(&self, choice: ContentAnimation) -> Result<(), Status> {
        self.set("contentAnimation", Value::Text(choice.name()))
    }

    /// How a title or subtitle that changes gives way to the next: at once, fading, or like a counter;
    /// always at once where the reader wants little motion or the client cannot do it.
    pub fn set_content_transition(&self, choice: ContentTransition) -> Result<(), Status> {
        self.set("contentTransition", Value::Text(choice.name()))
    }

    /// The corner radius in points, clamped to what fits. It counts where cornerStyle is fixed, or
    /// dynamic, which lets it grow with the content size; nothing: the style's for the buttonSize.
    pub fn set_background_corner_radius(&self, number: f64) -> Result<(), Status> {
        self.set("background.cornerRadius", Value::Number(number))
    }

    /// Points by which the background stays inside; negative: it grows.
    pub fn set_background_insets_top(&self, number: f64) -> Result<(), Status> {
        self.set("background.backgroundInsets.top", Value::Number(number))
    }

    /// Points by which the background stays inside; negative: it grows.
    pub fn set_background_insets_leading(&self, number: f64) -> Result<(), Status> {
        self.set("background.backgroundInsets.leading", Value::Number(number))
    }

    /// Points by which the background stays inside; negative: it grows.
    pub fn set_background_insets_bottom(&self, number: f64) -> Result<(), Status> {
        self.set("background.backgroundInsets.bottom", Value::Number(number))
    }

    /// Points by which the background stays inside; negative: it grows.
    pub fn set_background_insets_trailing(&self, number: f64) -> Result<(), Status> {
        self.set("background.backgroundInsets.trailing", Value::Number(number))
    }

    /// The colour of the background's fill, in every state; nothing: the style decides; clear: no
    /// fill.
    pub fn set_background_color(&self, color: Color) -> Result<(), Status> {
        self.set_color("background.backgroundColor", &color)
    }

    /// Makes the background's colour out of the one that was decided.
    pub fn set_background_color_transformer(&self, effect: &str) -> Result<(), Status> {
        self.set("background.backgroundColorTransformer", Value::Text(effect))
    }

    /// The outline's colour; nothing: the tint.
    pub fn set_background_stroke_color(&self, color: Color) -> Result<(), Status> {
        self.set_color("background.strokeColor", &color)
    }

    /// Makes the outline's colour out of the one that was decided.
    pub fn set_background_stroke_color_transformer(&self, effect: &str) -> Result<(), Status> {
        self.set("background.strokeColorTransformer", Value::Text(effect))
    }

    /// The outline's width in points; while it is not set, the base styles draw a focus ring of 2.
    pub fn set_background_stroke_width(&self, number: f64) -> Result<(), Status> {
        self.set("background.strokeWidth", Value::Number(number))
    }

    /// Points by which the outline lies outside the background.
    pub fn set_background_stroke_outset(&self, number: f64) -> Result<(), Status> {
        self.set("background.strokeOutset", Value::Number(number))
    }

    /// The name of an image that clients know, drawn behind the content; empty: none.
    pub fn set_background_image(&self, text: Option<&str>) -> Result<(), Status> {
        self.set("background.image", Value::Text(text.unwrap_or("")))
    }

    /// How the background image fills its place.
    pub fn set_background_image_content_mode(&self, choice: ImageContentMode) -> Result<(), Status> {
        self.set("background.imageContentMode", Value::Text(choice.name()))
    }

    /// The shadow's colour.
    pub fn set_background_shadow_color(&self, color: Color) -> Result<(), Status> {
        self.set_color("background.shadow.color", &color)
    }

    /// Multiplies the alpha of the shadow's colour; 0: no shadow.
    pub fn set_background_shadow_opacity(&self, number: f64) -> Result<(), Status> {
        self.set("background.shadow.opacity", Value::Number(number))
    }

    /// The shadow's blur radius in points.
    pub fn set_background_shadow_radius(&self, number: f64) -> Result<(), Status> {
        self.set("background.shadow.radius", Value::Number(number))
    }

    /// Points by which the shadow is moved to the right.
    pub fn set_background_shadow_x(&self, number: f64) -> Result<(), Status> {
        self.set("background.shadow.x", Value::Number(number))
    }

    /// Points by which the shadow is moved down.
    pub fn set_background_shadow_y(&self, number: f64) -> Result<(), Status> {
        self.set("background.shadow.y", Value::Number(number))
    }

    /// The name of a visual effect behind the background, a hint to clients; empty: none.
    pub fn set_background_material(&self, text: Option<&str>) -> Result<(), Status> {
        self.set("background.material", Value::Text(text.unwrap_or("")))
    }

    /// Whether the button takes all the width there is.
    pub fn set_is_full_width(&self, flag: bool) -> Result<(), Status> {
        self.set("isFullWidth", Value::Flag(flag))
    }

    /// Whether the button is busy, and takes no presses; one whose definition says so is busy in any
    /// case. Reading gives what the definition says, also after setting.
    pub fn set_is_busy(&self, flag: bool) -> Result<(), Status> {
        self.set("isBusy", Value::Flag(flag))
    }

    /// The opacity of the whole button.
    pub fn set_opacity(&self, number: f64) -> Result<(), Status> {
        self.set("opacity", Value::Number(number))
    }

    /// The size of the whole button, as a factor.
    pub fn set_scale(&self, number: f64) -> Result<(), Status> {
        self.set("scale", Value::Number(number))
    }

    /// What assistive technology reads out; nothing or empty: the title.
    pub fn set_accessibility_label(&self, text: Option<&str>) -> Result<(), Status> {
        self.set("accessibilityLabel", Value::Text(text.unwrap_or("")))
    }

    /// What assistive technology adds about the result of a press.
    pub fn set_accessibility_hint(&self, text: Option<&str>) -> Result<(), Status> {
        self.set("accessibilityHint", Value::Text(text.unwrap_or("")))
    }

    /// How the change to pressed is shown; nothing: as every other change.
    pub fn set_transaction_on_press(&self, transaction: &str) -> Result<(), Status> {
        self.set("transaction.onPress", Value::Text(transaction))
    }

    /// How the change from pressed is shown; nothing: as every other change.
    pub fn set_transaction_on_release(&self, transaction: &str) -> Result<(), Status> {
        self.set("transaction.onRelease", Value::Text(transaction))
    }

    /// How every other change is shown; nothing: at once.
    pub fn set_transaction_always(&self, transaction: &str) -> Result<(), Status> {
        self.set("transaction.always", Value::Text(transaction))
    }

    /// Whether everything may animate; false lets only opacity and scale animate, as does
    /// contentAnimation none.
    pub fn set_transaction_animates_content(&self, flag: bool) -> Result<(), Status> {
        self.set("transaction.animatesContent", Value::Flag(flag))
    }
}
