// The element against a live daemon, whose address and a folder for pictures are in a Settings.qml beside this file.
import QtQuick
import QtTest
import ".."

Item {
    id: window
    width: 420
    height: 300

    Rectangle { anchors.fill: parent; color: "white" }

    Buttond { id: daemon; path: settings.path; onRefused: (id, reason, message) => refusals.push(reason) }
    Buttond { id: night; path: settings.path; isActive: false; traits: ({ userInterfaceStyle: "dark" }) }
    property var refusals: []
    Settings { id: settings }

    LiveButton { id: plus; x: 40; y: 60; daemon: daemon; button: "plus" }
    LiveButton { id: lamp; x: 40; y: 140; width: 180; height: 50; daemon: daemon; button: "lamp" }
    LiveButton { id: busy; x: 240; y: 140; daemon: daemon; button: "busy" }
    LiveButton { id: off; x: 240; y: 60; daemon: daemon; button: "off" }
    LiveButton { id: spring; x: 240; y: 220; daemon: daemon; button: "spring" }
    LiveButton { id: size; x: 40; y: 10; daemon: daemon; button: "size" }
    LiveButton { id: more; x: 240; y: 10; daemon: daemon; button: "more" }
    LiveButton { id: runs; x: 40; y: 262; daemon: daemon; button: "runs" }
    LiveButton { id: stencil; x: 360; y: 60; daemon: daemon; button: "stencil"; images: Qt.resolvedUrl(".") }
    LiveButton { id: original; x: 360; y: 220; daemon: daemon; button: "original"; images: Qt.resolvedUrl(".") }
    LiveButton { id: ones; x: 300; y: 262; daemon: daemon; button: "ones"; fontFamily: uneven.name }
    LiveButton { id: zeros; x: 230; y: 262; daemon: daemon; button: "zeros"; fontFamily: uneven.name }
    LiveButton { id: hold; x: 120; y: 262; daemon: daemon; button: "hold" }
    LiveButton { id: twice; x: 120; y: 220; daemon: daemon; button: "twice" }
    LiveButton { id: circle; x: 360; y: 110; daemon: daemon; button: "circle" }
    FontLoader { id: uneven; source: "uneven.ttf" }
    LiveButton { id: nobody; x: 40; y: 220; daemon: daemon; button: "nobody" }

    Component { id: changing; LiveButton { x: 150; y: 100 } }

    TestCase {
        name: "LiveButton"
        when: windowShown

        function initTestCase() {
            tryVerify(() => [plus, lamp, busy, off, spring, size, more, runs].every(each => each.look), 20000);
        }

        function cleanupTestCase() {
            daemon.isActive = false;
            tryVerify(() => !daemon.isConnected, 20000);
            verify(!plus.isUsable);
        }

        function grab(name) {
            const image = grabImage(window);
            image.save(settings.folder + "/" + name + ".png");
            return image;
        }

        function test_1_itShowsTheLook() {
            compare(findChild(plus, "title").text, "Plus 0");
            compare(findChild(plus, "ground").color, "#007aff");
            tryVerify(() => plus.implicitWidth > 60 && plus.implicitHeight > 30, 20000);
            compare(nobody.look, null);
            const image = grab("looks");
            compare(image.pixel(plus.x + 4, plus.y + plus.height / 2), "#007aff");
        }

        function test_1b_partsOfATitleHaveTheirOwnColourAndLink() {
            const title = findChild(runs, "title");
            compare(title.textFormat, Text.StyledText);
            compare(title.text, '<font color="#007AFF">&lt;i&gt;Only&lt;/i&gt; </font>'
                + '<font color="#FF3B30"><u><b>3</b></u></font>'
                + '<a href="https://example.com/?a=b&amp;c=d"><font color="#007AFF"> site</font></a>');
            compare(runs.Accessible.name, "<i>Only</i> 3 site");
            verify(title.linkAt(title.width - 4, title.height / 2).startsWith("https://example.com/"));
        }

        function test_2_aPictureHasTheColorThatItsModeSays() {
            tryVerify(() => stencil.look && original.look, 20000);
            compare(stencil.implicitWidth, 40);
            compare(original.implicitHeight, 40);
            tryVerify(() => {
                const image = grab("pictures");
                return Qt.colorEqual(image.pixel(stencil.x + 20, stencil.y + 20), "#007aff")
                    && Qt.colorEqual(image.pixel(original.x + 20, original.y + 20), "#ff0000")
                    && Qt.colorEqual(image.pixel(stencil.x + 1, stencil.y + 1), "white");
            }, 20000);
        }

        function test_2_textsHaveTheirFonts() {
            const title = findChild(lamp, "title").font;
            const subtitle = findChild(lamp, "subtitle").font;
            compare(title.weight, Font.Black);
            verify(title.italic && !subtitle.italic);
            compare(title.family, "monospace");
            compare(subtitle.weight, Font.ExtraLight);
            compare(subtitle.family, "serif");
            compare(findChild(plus, "title").font.weight, Font.Normal);
            tryVerify(() => ones.look && zeros.look, 20000);
            fuzzyCompare(findChild(ones, "title").implicitWidth, findChild(zeros, "title").implicitWidth, 0.5);
        }

        function test_2_aCircleIsAsWideAsHigh() {
            tryVerify(() => circle.look && circle.look.isCircle, 20000);
            tryVerify(() => circle.width > 40 && circle.width === circle.height, 20000);
            compare(findChild(circle, "ground").radius, circle.width / 2);
        }

        function test_2_aClickActsOnce() {
            mouseClick(plus);
            tryCompare(findChild(plus, "title"), "text", "Plus 1", 20000);
        }

        function test_3_aPressShows() {
            mousePress(plus, 10, 10);
            tryVerify(() => plus.look.isHighlighted === true, 20000);
            grab("pressed");
            mouseRelease(plus, 10, 10);
            tryCompare(findChild(plus, "title"), "text", "Plus 2", 20000);
            verify(!plus.look.isHighlighted);
        }

        function test_4_aPressReachesFortyPointsFar() {
            mousePress(plus, 10, 10);
            mouseMove(plus, -40, 10);
            mouseRelease(plus, -40, 10);
            tryCompare(findChild(plus, "title"), "text", "Plus 3", 20000);
            mousePress(plus, 10, 10);
            tryVerify(() => plus.look.isHighlighted === true, 20000);
            mouseMove(plus, -41, 10);
            tryVerify(() => !plus.look.isHighlighted, 20000);
            mouseRelease(plus, -41, 10);
            // What comes behind it shows that nothing came of it.
            mouseClick(lamp);
            tryVerify(() => lamp.look.isSelected === true, 20000);
            grab("selected");
            compare(findChild(plus, "title").text, "Plus 3");
        }

        function test_4_aHeldPressAndTwoPressesDoSomethingElse() {
            tryVerify(() => hold.look && twice.look, 20000);
            mousePress(hold, 10, 10);
            tryCompare(findChild(hold, "title"), "text", "Hold 1 0", 20000);
            mouseRelease(hold, 10, 10);
            for (const _ of [1, 2]) {
                mousePress(twice, 10, 10);
                mouseRelease(twice, 10, 10);
            }
            tryCompare(findChild(twice, "title"), "text", "Twice 1 0", 20000);
            compare(findChild(hold, "title").text, "Hold 1 0");
        }

        function test_5_aPressAnimates() {
            const face = findChild(spring, "face");
            let between = 0;
            // A machine that is busy for the whole of an animation shows its end alone: then once more.
            for (let round = 0; round < 30 && between === 0; round += 1) {
                compare(face.scale, 1);
                mousePress(spring, 10, 10);
                tryVerify(() => spring.look.scale < 1, 20000);
                const end = spring.look.scale;
                tryVerify(() => {
                    if (face.scale < 1 && face.scale > end) between += 1;
                    return Math.abs(face.scale - end) < 0.0001;
                }, 20000);
                mouseRelease(spring, 10, 10);
                tryCompare(face, "scale", 1, 20000);
            }
            verify(between > 0, "the scale jumps");
        }

        function test_6_whatIsDisabledOrBusyTakesNoPress() {
            verify(!off.isUsable && !busy.isUsable);
            mouseClick(off);
            mouseClick(busy);
            compare(window.refusals.length, 0);
        }

        function test_7_keysPress() {
            plus.forceActiveFocus();
            keyClick(Qt.Key_Space);
            tryCompare(findChild(plus, "title"), "text", "Plus 4", 20000);
            grab("focused");
        }

        /** The entry of the menu that is open. */
        function entry(id) {
            let found = null;
            tryVerify(() => {
                found = findChild(window.Window.window.contentItem, "entry." + id);
                return found !== null && found.width > 0;
            }, 20000);
            return found;
        }

        function test_7b_aPressShowsThePopupAndAnEntryIsChosen() {
            compare(findChild(size, "title").text, "Size");
            mouseClick(size);
            tryVerify(() => size.isMenuOpen, 20000);
            const large = entry("large");
            wait(0);
            grab("menu");
            mouseClick(large);
            tryCompare(findChild(size, "title"), "text", "Large", 20000);
            verify(!size.isMenuOpen);
            compare(size.look.menu.find(each => each.id === "large").state, "on");
        }

        function test_7c_keysGoThroughTheMenuAndLeaveOutWhatIsDisabled() {
            size.forceActiveFocus();
            keyClick(Qt.Key_Space);
            tryVerify(() => size.isMenuOpen, 20000);
            keyClick(Qt.Key_End);
            keyClick(Qt.Key_Return);
            verify(size.isMenuOpen, "a disabled entry is not taken");
            keyClick(Qt.Key_Home);
            keyClick(Qt.Key_Return);
            tryCompare(findChild(size, "title"), "text", "Small", 20000);
            verify(!size.isMenuOpen && size.activeFocus);
            keyClick(Qt.Key_Down);
            tryVerify(() => size.isMenuOpen, 20000);
            keyClick(Qt.Key_Escape);
            verify(!size.isMenuOpen && size.activeFocus);
            compare(findChild(size, "title").text, "Small");
        }

        function test_7d_aLongPressAndASecondClickShowTheMenuInPlaceOfAPress() {
            compare(findChild(more, "title").text, "More 0");
            mousePress(more, 10, 10);
            tryVerify(() => more.isMenuOpen, 20000);
            mouseRelease(more, 10, 10);
            mouseClick(window, 410, 290);
            verify(!more.isMenuOpen, "a click elsewhere closes it");
            mouseClick(more, 10, 10, Qt.RightButton);
            tryVerify(() => more.isMenuOpen, 20000);
            mouseClick(entry("ten"));
            tryCompare(findChild(more, "title"), "text", "More 10", 20000);
            mouseClick(more);
            tryCompare(findChild(more, "title"), "text", "More 11", 20000);
            compare(window.refusals.length, 0);
        }

        function test_7e_aPointerOverAButtonIsTold() {
            mouseMove(plus, 10, 10);
            tryVerify(() => plus.look.isHovered === true, 20000);
            mouseMove(lamp, 10, 10);
            tryVerify(() => !plus.look.isHovered && lamp.look.isHovered === true, 20000);
            compare(window.refusals.length, 0);
        }

        function test_7f_itFollowsAnotherNameAndAnotherDaemon() {
            const button = createTemporaryObject(changing, window, { daemon: daemon, button: "plus" });
            tryVerify(() => button.look && button.width > 20, 20000);
            mousePress(button, 10, 10);
            tryVerify(() => plus.look.isHighlighted === true, 20000);
            button.button = "lamp";
            tryCompare(findChild(button, "title"), "text", "Lamp", 20000);
            tryVerify(() => !plus.look.isHighlighted, 20000);
            mouseRelease(button, 10, 10);
            const wasOn = lamp.look.isSelected === true;
            mouseClick(button, 10, 10);
            tryVerify(() => (lamp.look.isSelected === true) === !wasOn, 20000);
            compare(findChild(plus, "title").text, "Plus 4");
            night.isActive = true;
            button.daemon = night;
            button.button = "plus";
            tryVerify(() => button.look && Qt.colorEqual(findChild(button, "ground").color, "#0a84ff"), 20000);
            compare(findChild(plus, "ground").color, "#007aff");
            compare(window.refusals.length, 0);
            button.destroy();
            wait(0);
            night.isActive = false;
        }

        function test_8_darkLooks() {
            daemon.traits = { userInterfaceStyle: "dark" };
            tryCompare(findChild(plus, "ground"), "color", "#0a84ff", 20000);
            mouseClick(size);
            entry("small");
            grab("dark");
            keyClick(Qt.Key_Escape);
        }

        function test_9_itGoesOnWithAnotherDaemon() {
            // The one before is killed when the case above has passed.
            tryVerify(() => !daemon.isConnected, 60000);
            verify(!plus.isUsable && plus.look !== null);
            tryCompare(findChild(plus, "title"), "text", "Plus 0", 60000);
            mouseClick(plus);
            tryCompare(findChild(plus, "title"), "text", "Plus 1", 60000);
        }
    }
}
