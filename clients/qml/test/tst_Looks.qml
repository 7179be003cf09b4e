// Every member of a look by itself, shown without a daemon.
import QtQuick
import QtTest
import ".."

Item {
    id: window
    width: 420
    height: 300

    Rectangle { anchors.fill: parent; color: "white" }

    // 0 and 1 of both fonts differ in width; one has the feature tnum. make-fonts.py makes them.
    FontLoader { id: tabular; source: "tabular.ttf" }
    FontLoader { id: uneven; source: "uneven.ttf" }
    Buttond { id: nowhere; path: ""; isActive: false }

    component Shown: LiveButton { daemon: nowhere; images: Qt.resolvedUrl(".") }
    Component { id: buttons; Shown {} }

    TestCase {
        name: "Looks"
        when: windowShown

        readonly property var plain: ({
            title: "Go", titleColor: "#000000FF", titleFontSize: 17, titleTextStyle: "body", backgroundColor: "#007AFFFF",
            cornerShape: "fixed", cornerRadius: 6, insetTop: 7, insetLeading: 12, insetBottom: 7, insetTrailing: 12,
        })

        /** The members of all. */
        function mix(...all) { return Object.assign({}, ...all); }

        /** A button that shows a look: the plain one and what is given. */
        function shown(members, more) {
            const button = createTemporaryObject(buttons, window, mix({ button: "b", x: 60, y: 60 }, more));
            button.show({ id: "b", appearance: mix(plain, members) }, null);
            tryVerify(() => isSettled(button));
            return button;
        }

        /** Shows it another look. */
        function change(button, members, transaction) {
            button.show({ id: "b", appearance: mix(plain, members), transaction: transaction }, transaction ?? null);
        }

        /** Whether its content is laid out and its picture is loaded. */
        function isSettled(button) {
            const sizes = () => [button.implicitWidth, button.implicitHeight].join(" ");
            const before = sizes();
            wait(0);
            grabImage(window);
            return sizes() === before && (button.implicitHeight > 20 || text(button).text === "");
        }

        function text(button, name) { return findChild(button, name ?? "title"); }

        /** The colour of a pixel of the window, as drawn over white without a connection: half as opaque. */
        function pixel(x, y) {
            const colour = grabImage(window).pixel(x, y);
            return [colour.r, colour.g, colour.b].map(each => Math.round(each * 255));
        }

        function test_digitsAreAsWideAsEachOther_data() {
            return [
                { tag: "a font with the feature", family: tabular.name },
                { tag: "a font without it", family: uneven.name },
                { tag: "the system's", family: "" },
            ];
        }

        function test_digitsAreAsWideAsEachOther(data) {
            const width = (members, name) => text(shown(members, { fontFamily: data.family }), name).implicitWidth;
            if (data.family) verify(width({ title: "111" }) < width({ title: "000" }));
            const title = { titleMonospacedDigits: true };
            fuzzyCompare(width(mix(title, { title: "111" })), width(mix(title, { title: "000" })), 0.5);
            const runs = digits => mix(title, { title: digits, titleRuns: [{ text: digits, color: "#000000FF", italic: true }] });
            fuzzyCompare(width(runs("111")), width(runs("000")), 0.5);
            const subtitle = { subtitleMonospacedDigits: true, subtitleFontSize: 13, subtitleColor: "#000000FF" };
            fuzzyCompare(width(mix(subtitle, { subtitle: "111" }), "subtitle"),
                width(mix(subtitle, { subtitle: "000" }), "subtitle"), 0.5);
            // The button is as wide as its text.
            compare(shown(mix(title, { title: "111" }), { fontFamily: data.family }).implicitWidth,
                shown(mix(title, { title: "000" }), { fontFamily: data.family }).implicitWidth);
        }

        function test_aFontWithTheFeatureIsKeptWhereQtCanUseIt() {
            const font = text(shown({ titleMonospacedDigits: true }, { fontFamily: tabular.name })).font;
            if (font.features === undefined) compare(font.family, "monospace");
            else compare([font.family, font.features.tnum], [tabular.name, 1]);
            compare(text(shown({ titleMonospacedDigits: true }, { fontFamily: "DejaVu Sans" })).font.family, "DejaVu Sans");
        }

        function test_aCircleIsAsWideAsHigh() {
            for (const members of [
                { title: "Go" }, { title: "A long title" },
                { title: "", imageName: "brand", imageColor: "#FF0000FF", imageSize: 40 },
            ]) {
                const button = shown(mix(members, { cornerShape: "capsule", isCircle: true }));
                tryVerify(() => findChild(button, "ground").width > 0);
                compare(button.width, button.height);
                const wide = shown(mix(members, { cornerShape: "capsule" }));
                compare(button.width, Math.max(wide.width, wide.height));
            }
            const placed = shown({ cornerShape: "capsule", isCircle: true }, { width: 200, height: 60 });
            const ground = findChild(placed, "ground");
            compare([ground.width, ground.height, ground.radius], [60, 60, 30]);
            compare(ground.mapToItem(placed, 0, 0), Qt.point(70, 0));
        }

        function test_fullWidthIsTold() {
            verify(!shown({}).isFullWidth);
            verify(shown({ isFullWidth: true }).isFullWidth);
            verify(!shown({ isFullWidth: true, isCircle: true, cornerShape: "capsule" }).isFullWidth);
        }

        function test_linesAreAsHighAsTheTextStyleSays() {
            compare(shown({}).implicitHeight, 22 + 14);
            compare(shown({ titleTextStyle: "largeTitle", titleFontSize: 34 }).implicitHeight, 41 + 14);
            const both = { subtitle: "now", subtitleFontSize: 15, subtitleColor: "#000000FF" };
            // A point between title and subtitle, unless the look says otherwise.
            compare(shown(both).implicitHeight, 22 + 1 + 20 + 14);
            compare(shown(mix(both, { subtitleTextStyle: "caption", subtitleFontSize: 12 })).implicitHeight, 22 + 1 + 16 + 14);
            compare(shown(mix(both, { titlePadding: 5 })).implicitHeight, 22 + 5 + 20 + 14);
            compare(shown({ title: "Two\nlines" }).implicitHeight, 44 + 14);
            verify(shown({ title: "Two\nlines" }).implicitWidth < shown({ title: "Two lines" }).implicitWidth);
        }

        function test_longTextsBreakAsTheLookSays_data() {
            return [
                { tag: "byWordWrapping", wrap: Text.Wrap, elide: Text.ElideNone, lines: true },
                { tag: "byCharWrapping", wrap: Text.WrapAnywhere, elide: Text.ElideNone, lines: true },
                { tag: "byClipping", wrap: Text.NoWrap, elide: Text.ElideNone, clip: true },
                { tag: "byTruncatingHead", wrap: Text.NoWrap, elide: Text.ElideLeft },
                { tag: "byTruncatingMiddle", wrap: Text.NoWrap, elide: Text.ElideMiddle },
                { tag: "byTruncatingTail", wrap: Text.NoWrap, elide: Text.ElideRight },
            ];
        }

        function test_longTextsBreakAsTheLookSays(data) {
            const words = "A title that is much too long";
            const button = shown({
                title: words, titleLineBreakMode: data.tag, subtitle: words, subtitleLineBreakMode: data.tag,
                subtitleFontSize: 15, subtitleColor: "#000000FF",
            }, { width: 120 });
            for (const name of ["title", "subtitle"]) {
                const element = text(button, name);
                compare([element.wrapMode, element.elide, element.clip], [data.wrap, data.elide, data.clip === true]);
                compare(element.width, 96);
                compare(element.lineCount > 1, data.lines === true);
                compare(element.truncated, data.elide !== Text.ElideNone);
            }
            const limited = text(shown({ title: words, titleLineBreakMode: data.tag, titleLineLimit: 2 }, { width: 120 }));
            compare(limited.lineCount, data.lines ? 2 : 1);
            compare(limited.truncated, data.lines === true || data.elide !== Text.ElideNone);
            const runs = text(shown({
                title: words, titleRuns: [{ text: words, color: "#000000FF" }], titleLineBreakMode: data.tag,
            }, { width: 120 }));
            compare(runs.elide, data.elide === Text.ElideNone ? Text.ElideNone : Text.ElideRight);
            compare(runs.lineCount > 1, data.lines === true);
        }

        function test_linesStandAsTheTextsDo_data() {
            return [
                { tag: "automatic", side: Text.AlignHCenter }, { tag: "center", side: Text.AlignHCenter },
                { tag: "leading", side: Text.AlignLeft }, { tag: "trailing", side: Text.AlignRight },
            ];
        }

        function test_linesStandAsTheTextsDo(data) {
            const members = { title: "Two\nlines, of which one is long", titleAlignment: data.tag, subtitle: "short",
                subtitleFontSize: 15, subtitleColor: "#000000FF" };
            const button = shown(members);
            compare(text(button).horizontalAlignment, data.side);
            const place = (each) => text(each, "subtitle").mapToItem(each, 0, 0).x;
            const far = button.width - text(button, "subtitle").width;
            fuzzyCompare(place(button), { leading: 12, trailing: far - 12 }[data.tag] ?? far / 2, 1);
            const mirrored = shown(members);
            mirrored.LayoutMirroring.enabled = true;
            fuzzyCompare(place(mirrored), { leading: far - 12, trailing: 12 }[data.tag] ?? far / 2, 1);
        }

        function test_linksOfTitlesThatWrapAreWhereTheyAreDrawn() {
            const runs = [{ text: "Read the terms on our ", color: "#000000FF" },
                { text: "site", color: "#000000FF", link: "https://example.com/" }];
            const title = text(shown({ title: "Read the terms on our site", titleRuns: runs }, { width: 110 }));
            verify(title.lineCount > 1);
            let found = [];
            for (let x = 0; x < title.width; x += 1) if (title.linkAt(x, title.height - 10)) found.push(x);
            verify(found.length > 10 && found[0] > 0, found);
        }

        function test_aPopupHasItsMark() {
            const without = shown({}, { y: 200 });
            const button = shown({ indicator: "popup", indicatorColor: "#FF0000FF", backgroundColor: "#00000000" });
            verify(!findChild(without, "indicator").visible);
            const mark = findChild(button, "indicator");
            verify(mark.visible);
            compare(button.implicitWidth, without.implicitWidth + 17 + 6);
            compare(mark.mapToItem(button, mark.width, 0).x, button.width - 12);
            const centre = button.mapToItem(window, 0, 0);
            tryVerify(() => {
                const image = grabImage(window);
                for (let y = 0; y < button.height; y += 1) for (let x = 0; x < button.width; x += 1) {
                    const colour = image.pixel(centre.x + x, centre.y + y);
                    if (colour.r > 0.9 && colour.g < 0.7) return true;
                }
                return false;
            });
        }

        function test_anImageHasTheRoomThatIsKept() {
            const image = { title: "", imageName: "brand", imageColor: "#FF0000FF", imageSize: 20 };
            const width = members => {
                const button = shown(mix(image, members));
                tryVerify(() => button.implicitWidth > 24);
                return [button.implicitWidth, button.implicitHeight];
            };
            compare(width({}), [44, 34]);
            compare(width({ imageReservation: 30 }), [54, 34]);
            compare(width({ imageReservation: 10 }), [44, 34]);
            compare(width({ imageReservation: 30, imagePlacement: "top" }), [44, 44]);
        }

        function test_buttonsMayHaveTheSamePicture() {
            const image = { title: "", imageName: "brand", imageColor: "#0000FFFF", imageSize: 40, backgroundColor: "#00000000" };
            shown(image);
            shown(image, { x: 160 });
            tryVerify(() => [92, 192].every(x => pixel(x, 87)[0] < 140));
        }

        function test_aShadowFallsOutsideOnly() {
            const members = { shadowColor: "#000000FF", shadowRadius: 8, shadowY: 6, backgroundColor: "#00FF0080", title: "" };
            const button = shown(members, { width: 80, height: 40 });
            tryVerify(() => pixel(100, 102)[0] < 235);
            // The background is as translucent as it would be without; above it the shadow is weaker.
            const inside = pixel(100, 95);
            verify(pixel(100, 58)[0] > pixel(100, 102)[0]);
            change(button, mix(members, { shadowColor: "#00000000" }));
            tryVerify(() => pixel(100, 102)[0] === 255);
            compare(pixel(100, 95), inside);
            change(button, mix(members, { backgroundColor: "#00000000" }));
            wait(50);
            compare(pixel(100, 102), [255, 255, 255]);
        }

        function test_aBackgroundImageFillsItsPlace_data() {
            // At the start, in the middle and at the end of the height, in a place that is twice as high as wide.
            return [
                { tag: "scaleToFill", red: [true, true, true] }, { tag: "scaleAspectFill", red: [true, true, true] },
                { tag: "scaleAspectFit", red: [false, true, false] }, { tag: "center", red: [false, true, false] },
                { tag: "top", red: [true, false, false] }, { tag: "bottom", red: [false, false, true] },
                { tag: "bottomRight", red: [false, false, false] },
            ];
        }

        function test_aBackgroundImageFillsItsPlace(data) {
            const mode = data.tag === "scaleToFill" ? {} : { backgroundImageContentMode: data.tag };
            shown(mix({ title: "", backgroundColor: "#FFFFFFFF", cornerRadius: 20, backgroundImageName: "brand" }, mode),
                { width: 60, height: 120 });
            const isRed = (x, y) => { const [r, g] = pixel(60 + x, 60 + y); return r > 240 && g < 140; };
            tryVerify(() => [12, 60, 108].every((y, index) => isRed(30, y) === data.red[index]));
            verify(!isRed(1, 1), "corners are round");
            if (data.tag === "bottomRight") verify(isRed(48, 100));
        }

        function test_progressFillsTheShapeFromTheLeadingEdge_data() {
            // At the start, before and behind the first quarter, and at the end; a corner is round.
            return [
                { tag: "left to right", mirrored: false, filled: [true, true, false, false] },
                { tag: "right to left", mirrored: true, filled: [false, false, false, true] },
            ];
        }

        function test_progressFillsTheShapeFromTheLeadingEdge(data) {
            const members = { title: "", backgroundColor: "#FFFFFFFF", cornerRadius: 20, progress: 0.25, progressColor: "#FF0000FF" };
            const button = shown(members, { width: 120, height: 60 });
            button.LayoutMirroring.enabled = data.mirrored;
            const isRed = (x, y) => { const [r, g] = pixel(60 + x, 60 + y); return r > 240 && g < 140; };
            tryVerify(() => [4, 26, 34, 116].every((x, index) => isRed(x, 30) === data.filled[index]));
            verify(!isRed(1, 1) && !isRed(118, 1), "corners are round");
            compare(findChild(button, "progress").width, 30);
            change(button, { title: "" });
            verify(!findChild(button, "progress").visible);
        }

        function test_progressMovesAsTheTransactionSays() {
            const button = shown({ progress: 0, progressColor: "#00000033" }, { width: 100 });
            compare(findChild(button, "progress").width, 0);
            change(button, { progress: 1, progressColor: "#00000033" }, { animation: { curve: "linear", durationMs: 300 } });
            tryVerify(() => { const share = findChild(button, "progress").share; return share > 0 && share < 1; });
            tryCompare(findChild(button, "progress"), "width", 100);
            change(button, { progress: 0.5, progressColor: "#00000033" });
            compare(findChild(button, "progress").width, 50);
        }

        function test_glassHasARim() {
            verify(findChild(shown({ material: "glass" }), "rim").visible);
            verify(!findChild(shown({ material: "thin" }), "rim").visible);
            verify(!findChild(shown({}), "rim").visible);
        }

        function test_textsGiveWayAsTheLookSays_data() {
            return [
                { tag: "at once", kind: {}, fades: false },
                { tag: "fading", kind: { contentTransition: "opacity" }, fades: true },
                { tag: "like a counter", kind: { contentTransition: "numericText" }, fades: true },
                { tag: "held still", kind: { contentTransition: "opacity" }, fades: false, transaction: { animatesContent: false } },
            ];
        }

        function test_textsGiveWayAsTheLookSays(data) {
            const button = shown(mix(data.kind, { title: "1" }));
            compare(text(button).opacity, 1);
            change(button, mix(data.kind, { title: "2" }), data.transaction);
            compare(text(button).text, "2");
            compare(text(button).opacity < 1, data.fades);
            tryCompare(text(button), "opacity", 1);
        }

        function test_imagesMoveAsTheLookSays_data() {
            return [
                { tag: "pulse", member: "opacity", rest: 1 }, { tag: "variableColor", member: "opacity", rest: 1 },
                { tag: "breathe", member: "scale", rest: 1 }, { tag: "rotate", member: "rotation", rest: 0 },
            ];
        }

        function test_imagesMoveAsTheLookSays(data) {
            const image = { imageName: "brand", imageColor: "#FF0000FF" };
            const button = shown(mix(image, { symbolEffect: data.tag }));
            const symbol = findChild(button, "symbol");
            tryVerify(() => Math.abs(symbol[data.member] - data.rest) > 0.001);
            change(button, image);
            tryCompare(symbol, data.member, data.rest);
            nowhere.traits = { reduceMotion: true };
            change(button, mix(image, { symbolEffect: data.tag }));
            wait(100);
            compare(symbol[data.member], data.rest);
            nowhere.traits = {};
        }

        function test_anEffectPlaysOnceWhenItsValueChanges_data() {
            return [{ tag: "bounce" }, { tag: "wiggle" }];
        }

        function test_anEffectPlaysOnceWhenItsValueChanges(data) {
            const image = { imageName: "brand", imageColor: "#FF0000FF", symbolEffect: data.tag };
            const button = shown(mix(image, { symbolEffectValue: "1" }));
            const symbol = findChild(button, "symbol");
            const place = () => symbol.mapToItem(button, 0, 0);
            tryVerify(() => symbol.visible);
            const rest = place();
            wait(150);
            compare(place(), rest, "it plays when it changes, not at first");
            change(button, mix(image, { symbolEffectValue: "2" }));
            tryVerify(() => place() !== rest);
            tryVerify(() => place() === rest, 2000);
        }

        function test_assistiveTechnologyIsToldWhatTheLookSays() {
            const button = shown({ subtitle: "now", subtitleFontSize: 15, isHighlighted: true, role: "primary" });
            compare(button.Accessible.name, "Go, now");
            verify(button.Accessible.pressed && button.Accessible.defaultButton && !button.Accessible.checkable);
            change(button, { isSelected: true, accessibilityLabel: "Start" });
            compare(button.Accessible.name, "Start");
            verify(button.Accessible.checkable && button.Accessible.checked && !button.Accessible.pressed);
            change(button, {});
            verify(button.Accessible.checkable && !button.Accessible.checked);
            change(button, { subtitle: "now", progress: 0.426 });
            compare(button.Accessible.name, "Go, now, 43%");
        }
    }
}
