package dev.mayfly.test.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import dev.mayfly.app.server.MayflyServer;
import dev.mayfly.app.server.config.ConfigReader;
import dev.mayfly.app.server.config.FaceName;
import dev.mayfly.app.server.config.Setting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** The page to log in at, of a server that asks for it: as axe judges it, and by the keyboard alone. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class LoginPageTest {
    private Chromium chromium;
    private MayflyServer server;
    private String url = "";

    @BeforeAll
    void start(@TempDir Path folder) throws Exception {
        chromium = Chromium.start();
        Path file = folder.resolve("mayfly.yaml");
        Files.writeString(file, """
            in-memory: true
            auth:
              mode: required
              users:
                - {name: ann, password: secret}
            faces: {enabled: [mongo, admin], mongo: {port: 0}, admin: {port: 0}}
            """);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        server = MayflyServer.start(ConfigReader.read(Map.of(Setting.CLOCK, "virtual"), Map.of(), file));
        url = "http://127.0.0.1:" + server.port(FaceName.ADMIN);
    }

    @AfterAll
    void stop() {
        server.close();
        chromium.close();
    }

    @TestFactory
    Stream<DynamicTest> pageAndRefusalAreAccessibleInLightAndDarkAndOnAPhone() throws IOException {
        String axe = Axe.script();
        return Stream.of(1280, 375)
                .flatMap(width -> Stream.of(ColorScheme.LIGHT, ColorScheme.DARK)
                        .map(scheme -> DynamicTest.dynamicTest(scheme + " " + width, () -> judge(scheme, width, axe))));
    }

    private void judge(ColorScheme scheme, int width, String axe) {
        Browser.NewContextOptions options = new Browser.NewContextOptions()
                .setColorScheme(scheme)
                .setViewportSize(width, 700)
                .setBypassCSP(true);
        try (BrowserContext context = chromium.browser().newContext(options)) {
            Page page = context.newPage();
            page.navigate(url + "/console/health");
            assertThat(page.locator("h1")).hasText("Log in");
            judge(page, width, axe);
            page.locator("[name=name]").fill("ann");
            page.locator("[name=password]").fill("a guess");
            page.keyboard().press("Enter");
            assertThat(page.locator("[role=alert].notice")).isVisible();
            judge(page, width, axe);
        }
    }

    private static void judge(Page page, int width, String axe) {
        page.evaluate(axe);
        assertEquals("", page.evaluate(Axe.JUDGE, Axe.EVERYTHING));
        assertEquals(width, page.evaluate("document.documentElement.scrollWidth"));
    }

    @Test
    void visitorLogsInByTheKeyboardAndReachesWhatWasAskedFor() {
        try (BrowserContext context = chromium.browser().newContext()) {
            Page page = context.newPage();
            page.navigate(url + "/console/health");
            assertThat(page.locator("[name=name]")).isFocused();
            page.keyboard().type("ann");
            page.keyboard().press("Tab");
            page.keyboard().type("secret");
            page.keyboard().press("Enter");
            assertThat(page.locator("h1")).hasText("Health");
            page.locator("button:text-is('Log out')").click();
            assertThat(page.locator("h1")).hasText("Log in");
        }
    }
}
