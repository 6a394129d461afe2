package dev.mayfly.test.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Rules about properties in the console: shown in words, added, tried, removed and undone. */
final class PropertyRulesTest {
    private static final double ASSERTION_MILLIS = 15_000;
    private static final ConsoleFixture fixture = new ConsoleFixture();

    private final BrowserErrors errors = new BrowserErrors();
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
        errors.watch(page);
    }

    @AfterEach
    void nothingWentWrongInTheBrowser() {
        context.close();
        errors.assertNone();
    }

    private static String pageOf(String collection) {
        return fixture.url("/console/collections/mongo/shop/" + collection);
    }

    private void open(String collection) {
        page.navigate(pageOf(collection));
        page.locator("[data-open='#change']").click();
    }

    private void toast(String words) {
        assertThat(page.locator("#toasts")).containsText(words);
    }

    private Locator rules() {
        return page.locator("section[aria-labelledby=rules-title]");
    }

    private Locator field(String name) {
        return page.locator("#change [name='rules.properties." + name + "']");
    }

    /** Fills the form with the rule that a code lives for an hour after a date, by which it is dead in all logins. */
    private void addRule(String collection, int logins) throws Exception {
        String path = "/api/v1/collections/mongo/shop/" + collection;
        fixture.ground().api("PUT", path, "{}");
        for (int id = 0; id < logins; id++) {
            fixture.ground()
                    .api(
                            "PUT",
                            path + "/documents/" + id,
                            "{\"code\":\"x\",\"at\":{\"$date\":\"2026-03-01T12:00:00Z\"}}");
        }
        open(collection);
        field("0.path").fill("code");
        field("0.after").fill("1h");
        field("0.at").fill("at");
    }

    @Test
    void ruleIsAddedTriedAskedForAndUndone() throws Exception {
        addRule("logins", 7);
        page.locator("[data-dry-run]").click();
        assertThat(page.locator("#dry-run"))
                .containsText("7 properties of documents that stay would be hidden at once.");
        assertThat(page.getByRole(
                        AriaRole.REGION, new Page.GetByRoleOptions().setName("Which documents would lose a property")))
                .containsText("code 7 7");
        page.locator("#change [data-apply]").click();
        assertThat(page.locator("#change [data-error]")).containsText("7 properties would expire at once");
        errors.expectStatus(409);
        assertThat(page.locator("#change [data-expire]")).hasText("Expire 7 now");
        page.locator("#change [data-expire]").click();
        toast("The policy is changed.");
        assertThat(rules()).containsText("code dies 1 hour after at");
        assertThat(page.locator(".figures dd").first()).hasText("7");
        page.locator("[data-open='#undo']").click();
        assertThat(page.locator("#undo")).containsText("7 properties of documents that live");
        page.locator("#undo button.primary").click();
        toast("The policy before is back.");
        assertThat(rules()).not().containsText("dies");
    }

    @Test
    void ruleIsChangedAndRemovedByKeyboard() {
        fixture.ground().addVisits("codes", 0, 3);
        page.navigate(pageOf("codes"));
        page.locator("[data-open='#change']").focus();
        page.keyboard().press("Enter");
        field("0.path").focus();
        page.keyboard().type("login.code");
        page.keyboard().press("Tab");
        page.keyboard().type("5m");
        page.keyboard().press("Enter");
        toast("The policy is changed.");
        assertThat(rules()).containsText("login.code dies 5 minutes after it was set");
        open("codes");
        assertThat(field("0.after")).hasValue("5m");
        field("0.after").fill("10m");
        page.locator("#change [data-apply]").click();
        toast("The policy is changed.");
        assertThat(rules()).containsText("login.code dies 10 minutes after it was set");
        open("codes");
        page.locator("#change [data-off]").focus();
        page.keyboard().press("Enter");
        assertThat(field("0.after")).hasValue("off");
        page.locator("#change [data-apply]").click();
        toast("The policy is changed.");
        assertThat(rules()).not().containsText("dies");
    }

    @Test
    void ruleOfAContainerCountsFromTheLastWrite() {
        page.navigate(fixture.url("/console/collections/cosmos/telemetry/ledger"));
        page.locator("[data-open='#change']").click();
        field("0.path").fill("code");
        field("0.after").fill("1d");
        field("0.from").selectOption("write");
        page.locator("#change [data-apply]").click();
        toast("The policy is changed.");
        assertThat(rules()).containsText("code dies 1 day after the last write of the document");
    }

    @Test
    void drawerWithRulesIsAccessible() throws Exception {
        addRule("looked", 2);
        page.locator("#change input[name=yes]").check();
        page.locator("#change [data-apply]").click();
        errors.expectStatus(409);
        page.locator("#change [data-expire]").click();
        toast("The policy is changed.");
        String axe = Axe.script();
        for (ColorScheme scheme : List.of(ColorScheme.LIGHT, ColorScheme.DARK)) {
            try (BrowserContext judged = fixture.context(new Browser.NewContextOptions()
                    .setColorScheme(scheme)
                    .setBypassCSP(true)
                    .setViewportSize(375, 700))) {
                Page other = judged.newPage();
                other.navigate(pageOf("looked"));
                other.locator("[data-open='#change']").click();
                other.locator("#change [data-dry-run]").click();
                assertThat(other.locator("#dry-run table").first()).isVisible();
                other.evaluate(axe);
                assertEquals("", other.evaluate(Axe.JUDGE, Axe.EVERYTHING), scheme.toString());
                assertEquals(375, other.evaluate("document.documentElement.scrollWidth"));
            }
        }
        String folder = System.getProperty("console.screenshots", "");
        if (!folder.isEmpty()) {
            open("looked");
            page.locator("#change [data-dry-run]").click();
            assertThat(page.locator("#dry-run table").first()).isVisible();
            page.screenshot(new Page.ScreenshotOptions().setPath(Path.of(folder, "properties.png")));
        }
    }
}
