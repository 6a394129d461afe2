package dev.mayfly.test.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Keyboard;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import com.microsoft.playwright.options.ColorScheme;
import dev.mayfly.app.server.config.FaceName;
import dev.mayfly.base.clock.SystemClock;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Users of Cosmos DB, their permissions and tokens, on the page of settings: by keyboard, and as axe judges their dialogs. */
final class UserTokensTest {
    private static final double ASSERTION_MILLIS = 15_000;
    private static final String SETTINGS = "/console/settings";
    private static final ConsoleFixture fixture = new ConsoleFixture();

    private final List<String> complaints = new ArrayList<>();
    private final BrowserContext context = fixture.context(new Browser.NewContextOptions());
    private final Page page = context.newPage();

    @BeforeAll
    static void start() throws Exception {
        PlaywrightAssertions.setDefaultAssertionTimeout(ASSERTION_MILLIS);
        fixture.start();
    }

    @AfterAll
    static void stop() {
        fixture.close();
    }

    @BeforeEach
    void listen() {
        page.onPageError(complaints::add);
    }

    @AfterEach
    void nothingWentWrongInTheBrowser() {
        context.close();
        assertEquals(List.of(), complaints);
    }

    private static void make(String user, String role) throws Exception {
        fixture.ground().api("PUT", "/api/v1/users/cosmos/telemetry%2F" + user, "{\"roles\":[\"" + role + "\"]}");
    }

    private static void press(Keyboard keyboard, String... keys) {
        for (String key : keys) {
            keyboard.press(key);
        }
    }

    @Test
    void userIsMadeAndGetsATokenThatWorksByTheKeyboardAlone() throws Exception {
        page.navigate(fixture.url(SETTINGS));
        Keyboard keyboard = page.keyboard();
        page.locator("[data-open='#new-user']").focus();
        press(keyboard, "Enter", "Tab");
        assertThat(page.locator("#new-user select[name=face]")).isFocused();
        keyboard.type("cos");
        assertThat(page.locator("#new-user select[name=face]")).hasValue("cosmos");
        press(keyboard, "Tab");
        keyboard.type("telemetry/ann");
        press(keyboard, "Tab", "Tab");
        keyboard.type("read@readings");
        press(keyboard, "Enter");
        assertThat(page.locator("#toasts")).containsText("The user is stored.");
        assertThat(page.locator("section[aria-labelledby=users-title] tr:has-text('telemetry/ann')"))
                .containsText("read@readings");

        page.locator("[data-open='#tokens']").focus();
        press(keyboard, "Enter", "Tab");
        assertThat(page.locator("#tokens select[name=user]")).isFocused();
        keyboard.type("telemetry/ann");
        press(keyboard, "Tab");
        keyboard.type("10m");
        press(keyboard, "Enter");
        Locator token = page.locator("#tokens pre[aria-label='Token for read@readings']");
        assertThat(token).isVisible();
        press(keyboard, "Tab", "Tab");
        assertThat(token).isFocused();
        press(keyboard, "Tab");
        assertThat(page.locator("#tokens button[aria-label='Copy the token for read@readings']"))
                .isFocused();
        assertEquals(200, read("readings", token.textContent()));
        assertEquals(403, read("devices", token.textContent()));
        press(keyboard, "Escape");
        assertThat(page.locator("#tokens")).isHidden();
        assertThat(page.locator("[data-open='#tokens']")).isFocused();
    }

    /** Returns the status of a read of all items by a client that presents the token. */
    private static int read(String container, String token) throws IOException, InterruptedException {
        String url = "http://127.0.0.1:" + fixture.ground().server.port(FaceName.COSMOS) + "/dbs/telemetry/colls/"
                + container + "/docs";
        String date = DateTimeFormatter.RFC_1123_DATE_TIME.format(
                Instant.ofEpochMilli(SystemClock.INSTANCE.wallMillis()).atZone(ZoneOffset.UTC));
        HttpRequest request = HttpRequest.newBuilder(URI.create(url))
                .header("x-ms-date", date)
                .header("x-ms-version", "2018-12-31")
                .header("Authorization", URLEncoder.encode(token, StandardCharsets.UTF_8))
                .build();
        try (HttpClient client =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build()) {
            return client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
        }
    }

    @Test
    void permissionOnWhatIsNotThereIsRefusedInTheDialog() {
        page.navigate(fixture.url(SETTINGS));
        page.locator("[data-open='#new-user']").click();
        page.locator("#new-user select[name=face]").selectOption("cosmos");
        page.locator("#new-user input[name=user]").fill("telemetry/ben");
        page.locator("#new-user input[name='roles.0']").fill("read@missing");
        page.locator("#new-user button.primary").click();
        assertThat(page.locator("#new-user [data-error]")).containsText("missing");
        page.locator("#new-user input[name='roles.0']").fill("all@devices");
        page.locator("#new-user input[name='roles.1']").fill("read@readings[\"d-1\"]");
        page.locator("#new-user button.primary").click();
        assertThat(page.locator("#toasts")).containsText("The user is stored.");
        assertThat(page.locator("section[aria-labelledby=users-title] tr:has-text('telemetry/ben')"))
                .containsText("read@readings[\"d-1\"]");
    }

    @Test
    void userIsRemovedOnceThatIsConfirmed() throws Exception {
        make("carl", "read@readings");
        page.navigate(fixture.url(SETTINGS));
        page.locator("button[aria-label='Remove telemetry/carl']").focus();
        press(page.keyboard(), "Enter");
        assertThat(page.locator("#confirm")).containsText("Remove the user telemetry/carl?");
        press(page.keyboard(), "Escape");
        assertThat(page.locator("button[aria-label='Remove telemetry/carl']")).isVisible();
        press(page.keyboard(), "Enter");
        page.locator("#confirm button[value=yes]").press("Enter");
        assertThat(page.locator("#toasts")).containsText("The user is removed.");
        assertThat(page.locator("button[aria-label='Remove telemetry/carl']")).hasCount(0);
    }

    @Test
    void keysAreToldByTheirFingerprintsAlone() {
        page.navigate(fixture.url(SETTINGS));
        assertThat(page.locator("section[aria-labelledby=keys-title] tbody tr")).hasCount(1);
        assertThat(page.locator("section[aria-labelledby=keys-title] td[data-label=Allows]"))
                .hasText("everything");
    }

    @Test
    void dialogsWithTokensAreAccessible() throws Exception {
        make("dora", "all@devices");
        String axe = Axe.script();
        for (ColorScheme scheme : List.of(ColorScheme.LIGHT, ColorScheme.DARK)) {
            for (int width : new int[] {375, 1280}) {
                judge(axe, scheme, width);
            }
        }
    }

    private static void judge(String axe, ColorScheme scheme, int width) {
        try (BrowserContext judged = fixture.context(new Browser.NewContextOptions()
                .setColorScheme(scheme)
                .setBypassCSP(true)
                .setViewportSize(width, 700))) {
            Page other = judged.newPage();
            other.navigate(fixture.url(SETTINGS));
            other.locator("[data-open='#tokens']").click();
            other.locator("#tokens select[name=user]").selectOption("telemetry/dora");
            other.locator("#tokens button.primary").click();
            assertThat(other.locator("#tokens pre")).isVisible();
            other.evaluate(axe);
            assertEquals("", other.evaluate(Axe.JUDGE, Axe.EVERYTHING), scheme + " " + width);
            assertEquals(width, other.evaluate("document.documentElement.scrollWidth"));
        }
    }
}
