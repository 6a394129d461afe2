package dev.mayfly.test.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import dev.mayfly.app.docs.DocsSite;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The pages of the documents, opened from a folder: no server, no network. */
@Tag("slow")
final class DocsTest {
    private static final List<String> PAGES = List.of("index.html", "docs/expiry.html", "docs/faces/mongo.html");

    @TempDir
    private static Path folder = Path.of("");

    private static @Nullable Chromium chromium;

    @BeforeAll
    static void start() throws Exception {
        chromium = Chromium.start();
        DocsSite.read(Path.of("../..")).write(folder);
    }

    @AfterAll
    static void stop() {
        if (chromium != null) {
            chromium.close();
        }
    }

    @Test
    void searchFindsTheHeadingAndEnterLeadsThere() {
        List<String> problems = new ArrayList<>();
        Page page = open(1280, ColorScheme.LIGHT);
        page.onPageError(problems::add);
        page.onConsoleMessage(message -> problems.add(message.text()));
        page.navigate(url("docs/faces/mongo.html"));
        page.keyboard().press("/");
        page.keyboard().type("changing POLICY");
        assertThat(page.locator("#site-results a").first()).containsText("Changing the policy");
        picture(page, "docs-search");
        page.keyboard().press("Enter");
        page.waitForURL("**/docs/expiry.html#changing-the-policy");
        assertThat(page.locator("#changing-the-policy")).isInViewport();
        assertEquals(List.of(), problems);
    }

    @Test
    void searchSaysThatNothingIsFound() {
        Page page = open(375, ColorScheme.DARK);
        page.navigate(url("index.html"));
        page.locator("#site-query").fill("<b>nowhere</b> at all");
        assertThat(page.locator("#site-count")).hasText("Nothing found");
        page.locator("#site-query").fill("undo");
        assertThat(page.locator("#site-results a").nth(3)).isVisible();
        page.keyboard().press("ArrowDown");
        assertThat(page.locator("#site-results a").first()).isFocused();
        picture(page, "docs-search-narrow");
        page.keyboard().press("Escape");
        assertThat(page.locator("#site-found")).isHidden();
        assertThat(page.locator("#site-query")).isFocused();
    }

    @Test
    void everyPageFitsAWindowOf375Pixels() {
        Page page = open(375, ColorScheme.LIGHT);
        for (String each : PAGES) {
            page.navigate(url(each));
            assertEquals(375, page.evaluate("document.documentElement.scrollWidth"), each);
            picture(page, each.replace('/', '-') + "-375");
        }
    }

    @Test
    void pagesAreAccessibleInLightAndDark() throws Exception {
        for (ColorScheme scheme : List.of(ColorScheme.LIGHT, ColorScheme.DARK)) {
            Page page = open(1280, scheme);
            page.navigate(url("docs/expiry.html"));
            page.locator("#site-query").fill("policy");
            assertThat(page.locator("#site-results a").first()).isVisible();
            page.evaluate(Axe.script());
            assertEquals("", page.evaluate(Axe.JUDGE, Axe.EVERYTHING), scheme.toString());
            page.keyboard().press("Escape");
            picture(page, "docs-expiry-" + scheme);
        }
    }

    private static Page open(int width, ColorScheme scheme) {
        Chromium started = chromium;
        assertTrue(started != null);
        return started.browser()
                .newPage(new Browser.NewPageOptions()
                        .setOffline(true)
                        .setColorScheme(scheme)
                        .setViewportSize(width, 800));
    }

    private static String url(String page) {
        return folder.resolve(page).toUri().toString();
    }

    /** Where somebody wants to look at them. */
    private static void picture(Page page, String name) {
        String pictures = System.getProperty("docs.screenshots", "");
        if (!pictures.isEmpty()) {
            page.screenshot(new Page.ScreenshotOptions().setPath(Path.of(pictures, name + ".png")));
        }
    }
}
