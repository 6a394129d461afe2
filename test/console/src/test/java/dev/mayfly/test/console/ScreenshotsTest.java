package dev.mayfly.test.console;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** Pictures of every screen for the documentation: {@code -Dconsole.screenshots=FOLDER}. */
@EnabledIfSystemProperty(named = "console.screenshots", matches = ".+")
final class ScreenshotsTest {
    @Test
    void everyScreenInLightAndDark() throws Exception {
        Path folder = Path.of(System.getProperty("console.screenshots"));
        try (Chromium chromium = Chromium.start();
                Ground ground = Ground.filled()) {
            for (ColorScheme scheme : new ColorScheme[] {ColorScheme.LIGHT, ColorScheme.DARK}) {
                String word = scheme == ColorScheme.LIGHT ? "light" : "dark";
                try (BrowserContext context = context(chromium, scheme, 1280)) {
                    Page page = context.newPage();
                    for (Map.Entry<String, String> screen : wanted()) {
                        page.navigate(ground.url() + screen.getValue());
                        page.screenshot(new Page.ScreenshotOptions()
                                .setPath(folder.resolve("console-" + screen.getKey() + "-" + word + ".png"))
                                .setFullPage(false));
                    }
                }
            }
            // The dry run shows what came two hours ago and has no lifetime of its own.
            ground.addReadings(100, 140);
            ground.server.virtualClock().orElseThrow().advance(Duration.ofHours(2));
            for (ColorScheme scheme : new ColorScheme[] {ColorScheme.LIGHT, ColorScheme.DARK}) {
                String word = scheme == ColorScheme.LIGHT ? "light" : "dark";
                try (BrowserContext context = context(chromium, scheme, 1280)) {
                    drawDryRun(context.newPage(), ground, folder.resolve("console-dry-run-" + word + ".png"));
                }
            }
        }
    }

    /** The drawer with a change that was tried and not made. */
    private static void drawDryRun(Page page, Ground ground, Path picture) {
        page.navigate(ground.url() + Screens.READINGS);
        page.locator("[data-open='#change']").click();
        page.locator("#default-after").fill("1h");
        page.locator("[data-dry-run]").click();
        page.locator("#compare .u-over").waitFor();
        page.locator("#compare").scrollIntoViewIfNeeded();
        page.screenshot(new Page.ScreenshotOptions().setPath(picture));
    }

    /** All screens, or those that {@code -Dconsole.screens=a,b} names. */
    private static List<Map.Entry<String, String>> wanted() {
        List<String> named = List.of(System.getProperty("console.screens", "").split(",", -1));
        return Screens.all().entrySet().stream()
                .filter(screen -> named.equals(List.of("")) || named.contains(screen.getKey()))
                .toList();
    }

    private static BrowserContext context(Chromium chromium, ColorScheme scheme, int width) {
        return chromium.browser()
                .newContext(
                        new Browser.NewContextOptions().setColorScheme(scheme).setViewportSize(width, 900));
    }
}
