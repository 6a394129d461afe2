package dev.mayfly.test.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import java.io.IOException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Everybody can use every screen: by colours that can be told apart, by keyboard, on a narrow window. */
final class AccessibilityTest {
    private static final ConsoleFixture fixture = new ConsoleFixture();
    private static final Map<ColorScheme, Page> pages = new EnumMap<>(ColorScheme.class);

    @BeforeAll
    static void start() throws Exception {
        fixture.start();
    }

    @AfterAll
    static void stop() {
        fixture.close();
    }

    @TestFactory
    Stream<DynamicTest> everyScreenIsAccessibleInLightAndDark() throws IOException {
        String axe = Axe.script();
        return Stream.of(ColorScheme.LIGHT, ColorScheme.DARK)
                .flatMap(scheme -> Screens.all().entrySet().stream()
                        .map(screen -> DynamicTest.dynamicTest(
                                screen.getKey() + " " + scheme, () -> judge(screen.getValue(), scheme, axe))));
    }

    /** Menus, cards and tables that scroll are drawn on a phone alone. */
    @TestFactory
    @Tag("slow")
    Stream<DynamicTest> everyScreenIsAccessibleOnAPhoneInLightAndDark() throws IOException {
        String axe = Axe.script();
        return Stream.of(ColorScheme.LIGHT, ColorScheme.DARK).flatMap(scheme -> {
            Page page = fixture.context(new Browser.NewContextOptions()
                            .setColorScheme(scheme)
                            .setViewportSize(375, 700)
                            .setBypassCSP(true))
                    .newPage();
            return Screens.all().entrySet().stream()
                    .map(screen -> DynamicTest.dynamicTest(
                            screen.getKey() + " " + scheme, () -> judge(page, screen.getValue(), axe)));
        });
    }

    private static void judge(String path, ColorScheme scheme, String axe) {
        Page page = pages.computeIfAbsent(
                scheme,
                _ -> fixture.context(new Browser.NewContextOptions()
                                .setColorScheme(scheme)
                                .setBypassCSP(true))
                        .newPage());
        judge(page, path, axe);
    }

    private static void judge(Page page, String path, String axe) {
        page.navigate(fixture.url(path));
        page.evaluate(axe);
        assertEquals("", page.evaluate(Axe.JUDGE, Axe.EVERYTHING));
    }

    @TestFactory
    Stream<DynamicTest> everyScreenFitsAWindowOf375Pixels() {
        Page page = fixture.context(new Browser.NewContextOptions().setViewportSize(375, 700))
                .newPage();
        return Screens.all().entrySet().stream()
                .map(screen -> DynamicTest.dynamicTest(screen.getKey(), () -> fits(page, screen.getValue())));
    }

    private static void fits(Page page, String path) {
        page.navigate(fixture.url(path));
        assertEquals(375, page.evaluate("document.documentElement.scrollWidth"));
    }

    @TestFactory
    Stream<DynamicTest> noTableIsCutOffInAWindowOf1280Pixels() {
        Page page = fixture.context(new Browser.NewContextOptions().setViewportSize(1280, 700))
                .newPage();
        return Screens.all().entrySet().stream()
                .map(screen -> DynamicTest.dynamicTest(screen.getKey(), () -> isWhole(page, screen.getValue())));
    }

    private static void isWhole(Page page, String path) {
        page.navigate(fixture.url(path));
        assertEquals(
                List.of(),
                page.evaluate("[...document.querySelectorAll('table')].map(table => table.parentElement)"
                        + ".filter(box => box.scrollWidth > box.clientWidth).map(box => box.ariaLabel)"));
    }

    @Test
    void narrowWindowHasAMenuThatOpens() {
        try (BrowserContext context = fixture.context(new Browser.NewContextOptions().setViewportSize(375, 700))) {
            Page page = context.newPage();
            page.navigate(fixture.url("/"));
            assertTrue(page.locator("nav[aria-label=Console]").isHidden());
            page.locator("button.menu").click();
            page.locator("nav[aria-label=Console] >> text=Health").click();
            assertEquals("Health", page.locator("h1").textContent());
        }
    }

    @Test
    void keyboardReachesContentNavigationAndDrawer() {
        try (BrowserContext context = fixture.context(new Browser.NewContextOptions())) {
            Page page = context.newPage();
            page.navigate(fixture.url(Screens.SESSIONS));
            page.keyboard().press("Tab");
            assertEquals("Skip to content", page.evaluate("document.activeElement.textContent"));
            page.keyboard().press("Enter");
            assertEquals("main", page.evaluate("document.activeElement.id"));
            page.locator("[data-open='#change']").focus();
            page.keyboard().press("Enter");
            assertEquals(true, page.evaluate("document.querySelector('#change').contains(document.activeElement)"));
            page.keyboard().press("Escape");
            assertEquals(false, page.evaluate("document.querySelector('#change').open"));
        }
    }
}
