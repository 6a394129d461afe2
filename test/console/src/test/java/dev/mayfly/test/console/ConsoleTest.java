package dev.mayfly.test.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.BoundingBox;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Each screen does its work for somebody with a mouse. */
final class ConsoleTest {
    private static final int PAGE_BYTES_MAX = 200_000;
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

    private void visit(String path) {
        page.navigate(fixture.url(path));
    }

    private void toast(String words) {
        assertThat(page.locator("#toasts")).containsText(words);
    }

    @Test
    void firstPageIsLightAndPaintedSoon() {
        visit("/");
        page.waitForLoadState();
        int bytes = (Integer) page.evaluate("""
                () => [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
                    .reduce((sum, each) => sum + each.transferSize, 0)""");
        Object paint = page.evaluate("performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0");
        System.out.println("first page: " + bytes + " bytes, first paint after " + paint + " ms");
        assertTrue(bytes < PAGE_BYTES_MAX, "the first page brings " + bytes + " bytes");
    }

    @Test
    void timelineCountsDocumentsOrBytesAndListsASpanThatIsDragged() {
        visit("/");
        Locator plot = page.locator("#timeline .u-over");
        assertThat(plot).isVisible();
        page.locator("button[data-unit=bytes]").click();
        assertThat(page.locator("button[data-unit=bytes]")).hasAttribute("aria-pressed", "true");
        BoundingBox box = page.locator("#timeline .u-over").boundingBox();
        page.mouse().move(box.x + box.width * 0.52, box.y + 40);
        page.mouse().down();
        page.mouse().move(box.x + box.width * 0.60, box.y + 60);
        page.mouse().up();
        assertThat(page.locator("#range table")).isVisible();
        assertThat(page.locator("#range tbody tr").first()).containsText("shop.sessions");
    }

    @Test
    void spanIsChosenWithoutAMouseToo() {
        visit("/");
        page.locator("#range-form select[name=until]").selectOption("24h");
        page.locator("#range-form button").click();
        assertThat(page.locator("#range table")).isVisible();
    }

    @Test
    void documentsComeByTimeLeftAndAreExplainedAndTouched() {
        visit(Screens.SESSIONS + "/documents");
        Locator first = page.locator("tbody tr").first();
        String id = first.locator("td.id").textContent();
        first.locator("a").click();
        assertThat(page.locator("#doc-title")).hasText(id);
        assertThat(page.locator("section[aria-labelledby=doc-title]")).containsText("expires");
        page.locator("form[action$='/touch'] input[name=lifetime]").fill("3h");
        page.locator("form[action$='/touch'] button").click();
        toast("It has a new lifetime.");
        assertThat(page.locator("section[aria-labelledby=doc-title] [data-until]")
                        .first())
                .containsText(Pattern.compile("3 h|2 h 59 min"));
    }

    @Test
    void refusalOfTheServerIsShownBesideTheForm() {
        visit(Screens.SESSIONS + "/documents");
        page.locator("tbody tr a").last().click();
        page.locator("form[action$='/touch'] input[name=lifetime]").fill("soon");
        page.locator("form[action$='/touch'] button").click();
        assertThat(page.locator("form[action$='/touch'] [data-error]")).containsText("soon");
        errors.expectStatus(400);
    }

    @Test
    void policyIsTriedAppliedAndUndone() {
        visit(Screens.READINGS);
        page.locator("[data-open='#change']").click();
        page.locator("#default-after").fill("1h");
        page.locator("[data-dry-run]").click();
        assertThat(page.locator("#dry-run")).containsText("would be hidden at once");
        assertThat(page.locator("#compare .u-over")).isVisible();
        page.locator("#change input[name=grace]").fill("1h");
        page.locator("#change button.primary").click();
        toast("The policy is changed.");
        page.locator("[data-open='#undo']").click();
        assertThat(page.locator("#undo")).containsText("Brings back");
        page.locator("#undo button.primary").click();
        toast("The policy before is back.");
    }

    @Test
    void expiryAtOnceIsAskedForWithItsNumberAndUndone() {
        fixture.ground().addVisits("visits", 0, 1_200);
        changeVisits("visits");
        apply("1,200");
        assertThat(page.locator("#dry-run")).containsText("would be hidden at once");
        assertThat(page.locator("#change [data-cancel]")).isFocused();
        assertLive("visits", "1,200");
        page.locator("#change [data-expire]").click();
        toast("The policy is changed.");
        assertThat(page.locator(".figures dd").first()).hasText("0");
        page.locator("[data-open='#undo']").click();
        assertThat(page.locator("#undo")).containsText("Brings back");
        page.locator("#undo button.primary").click();
        toast("The policy before is back.");
        assertThat(page.locator(".figures dd").first()).hasText("1,200");
    }

    @Test
    void questionIsWithdrawnByCancelAndByAnotherChange() {
        fixture.ground().addVisits("calls", 0, 7);
        changeVisits("calls");
        apply("7");
        page.locator("#change [data-cancel]").click();
        assertThat(page.locator("#change")).isHidden();
        assertLive("calls", "7");
        page.locator("[data-open='#change']").click();
        assertNothingAsked();
        apply("7");
        page.locator("#change input[name='rules.fields.0.after']").fill("2h");
        assertNothingAsked();
        page.locator("#change input[name=yes]").check();
        apply("7");
        page.locator("#change [data-expire]").click();
        toast("The policy is changed.");
        assertThat(page.locator(".figures dd").first()).hasText("0");
    }

    @Test
    void questionIsRepeatedIfMoreWouldExpireMeanwhile() {
        fixture.ground().addVisits("orders", 0, 7);
        changeVisits("orders");
        apply("7");
        fixture.ground().addVisits("orders", 7, 9);
        page.locator("#change [data-expire]").click();
        assertAsked("9");
        assertLive("orders", "9");
        page.locator("#change [data-expire]").click();
        toast("The policy is changed.");
        assertThat(page.locator(".figures dd").first()).hasText("0");
    }

    /** Opens the page of a collection of visits and fills the form with a rule by which all of them are dead. */
    private void changeVisits(String collection) {
        visit("/console/collections/mongo/shop/" + collection);
        page.locator("[data-open='#change']").click();
        page.locator("#change input[name='rules.fields.0.path']").fill("seen");
        page.locator("#change input[name='rules.fields.0.after']").fill("1h");
        page.locator("#change input[name=grace]").fill("1h");
    }

    private void apply(String asked) {
        page.locator("#change [data-apply]").click();
        assertAsked(asked);
    }

    private void assertAsked(String documents) {
        assertThat(page.locator("#change [data-expire]")).hasText("Expire " + documents + " now");
        assertThat(page.locator("#change [data-expire]")).isVisible();
        assertThat(page.locator("#change [data-error]")).containsText(documents + " documents would expire at once");
        assertThat(page.locator("#change [data-apply]")).isHidden();
        errors.expectStatus(409);
    }

    private void assertNothingAsked() {
        assertThat(page.locator("#change [data-apply]")).isVisible();
        assertThat(page.locator("#change [data-expire]")).isHidden();
        assertThat(page.locator("#change [data-cancel]")).isHidden();
        assertThat(page.locator("#change [data-error]")).isHidden();
    }

    /** Looks in a tab of its own, since the page shows what was true when it was loaded. */
    private void assertLive(String collection, String documents) {
        Page other = context.newPage();
        other.navigate(fixture.url("/console/collections/mongo/shop/" + collection));
        assertThat(other.locator(".figures dd").first()).hasText(documents);
        other.close();
    }

    @Test
    void containerHasTheThreeWaysOfTimeToLive() {
        visit("/console/collections/cosmos/telemetry/devices");
        page.locator("[data-open='#change']").click();
        assertThat(page.locator("#change input[value=none]")).isChecked();
        assertThat(page.locator("#default-after")).isHidden();
        page.getByText("On", new Page.GetByTextOptions().setExact(true)).click();
        assertThat(page.locator("#default-after")).isVisible();
    }

    @Test
    void expiredDocumentsAreRestored() {
        visit("/console/expired");
        page.getByRole(
                        AriaRole.LINK,
                        new Page.GetByRoleOptions().setName("shop.sessions").setExact(true))
                .last()
                .click();
        Locator first = page.locator("tbody tr").first();
        String id = first.locator("td.id").textContent();
        first.locator("input[name=lifetime]").fill("1d");
        first.locator("button:text-is('Restore')").click();
        toast("It is back.");
        visit(Screens.SESSIONS + "/documents?order=key&id=" + URLEncoder.encode(id, StandardCharsets.UTF_8));
        assertThat(page.locator("section[aria-labelledby=doc-title] .tag.ok")).hasText("live");
    }

    @Test
    void expiredDocumentsArePurgedWhenThatIsConfirmed() {
        visit(Screens.SESSIONS + "/expired");
        int before = page.locator("tbody tr").count();
        page.locator("button[aria-label^=Purge]").first().click();
        page.locator("#confirm button[value=no]").click();
        assertEquals(before, page.locator("tbody tr").count());
        page.locator("button[aria-label^=Purge]").first().click();
        page.locator("#confirm button[value=yes]").click();
        toast("1 destroyed.");
    }

    @Test
    void clockIsWoundAndEventsArriveMeanwhile() {
        visit("/console/events");
        assertThat(page.locator("#live")).hasText("live");
        Page other = context.newPage();
        other.navigate(fixture.url("/console/clock"));
        String before = other.locator("[data-clock]").first().textContent();
        other.locator("button:text-is('1 minute')").click();
        assertThat(other.locator("#toasts")).containsText("A minute has passed.");
        assertThat(other.locator("[data-clock]").first()).not().hasText(before);
        other.locator("input[name=by]").last().fill("9m");
        other.locator("button:text-is('Advance')").click();
        assertThat(other.locator("#toasts")).containsText("The clock is moved.");
        assertThat(page.locator("table[data-follow] tbody tr").first()).containsText("2026-03-0");
        assertThat(page.locator("table[data-follow] tbody tr").first()).containsText("expired");
    }

    @Test
    void bannerOfAVirtualClockStandsOnEveryPage() {
        for (String path : Screens.all().values()) {
            visit(path);
            assertThat(page.locator(".banner.virtual")).isVisible();
        }
    }

    @Test
    void eachFaceIsAskedInItsOwnLanguage() {
        visit("/console/query?collection=mongo/shop/sessions");
        page.locator("textarea[name=filter]").fill("{\"user\": \"user 5\"}");
        page.locator("button:text-is('Run')").click();
        assertThat(page.locator("#answer tbody tr").first()).containsText("user 5");
        assertThat(page.locator("#answer tbody tr td .left").first()).isVisible();
        visit("/console/query?collection=cosmos/telemetry/readings");
        page.locator("button:text-is('Run')").click();
        assertThat(page.locator("#answer tbody tr td .left").first()).isVisible();
        page.locator("textarea").fill("SELECT VALUE COUNT(1) FROM c");
        page.locator("button:text-is('Run')").click();
        assertThat(page.locator("#answer")).containsText("1 row");
        visit("/console/query?collection=couchbase/cache/_default._default");
        page.locator("button:text-is('Run')").click();
        assertThat(page.locator("#answer tbody tr").first()).containsText("page:");
        assertThat(page.locator("#answer tbody tr td .left").first()).isVisible();
    }

    @Test
    void sweeperIsPausedAndResumed() {
        visit("/console/health");
        page.locator("button:text-is('Pause sweeping')").click();
        toast("Nothing is destroyed for now.");
        assertThat(page.locator(".head .tag").first()).hasText("Paused");
        page.locator("button:text-is('Resume sweeping')").click();
        toast("The sweeper runs.");
    }

    @Test
    void settingsOfAFaceAreChanged() {
        visit(Screens.SESSIONS);
        page.locator("input[name=perDocumentTtlEnabled]").uncheck();
        page.locator("section[aria-labelledby=face-title] button").click();
        toast("Set.");
        assertThat(page.locator("input[name=perDocumentTtlEnabled]")).not().isChecked();
        visit(Screens.CACHE);
        page.locator("input[name=purgeIntervalDays]").fill("5");
        page.locator("section[aria-labelledby=face-title] button").click();
        toast("Set.");
        assertThat(page.locator("input[name=purgeIntervalDays]")).hasValue(Pattern.compile("5(\\.0)?"));
    }

    @Test
    void holdIsSetAndReleased() {
        visit(Screens.CACHE);
        page.locator("section[aria-labelledby=holds-title] input[name=name]").fill("case-7");
        page.locator("section[aria-labelledby=holds-title] input[name=reason]").fill("an enquiry");
        page.locator("button:text-is('Hold the collection')").click();
        toast("Held.");
        assertThat(page.locator("section[aria-labelledby=holds-title]")).containsText("an enquiry");
        page.locator("button:text-is('Release')").click();
        page.locator("#confirm button[value=yes]").click();
        toast("Released.");
    }

    @Test
    void themeIsChosenAndKept() {
        visit("/");
        page.locator("[data-set-theme=dark]").click();
        assertEquals("dark", page.evaluate("document.documentElement.dataset.theme"));
        page.reload();
        assertEquals("dark", page.evaluate("document.documentElement.dataset.theme"));
        assertThat(page.locator("[data-set-theme=dark]")).hasAttribute("aria-pressed", "true");
    }

    @Test
    void connectionStringsAreThere() {
        visit("/console/connect");
        assertThat(page.locator("main")).containsText("mongodb://127.0.0.1:");
        assertThat(page.locator("main")).containsText("AccountEndpoint=https://localhost:");
        assertThat(page.locator("main")).containsText("couchbase://127.0.0.1");
    }

    @Test
    void whatIsStoredNeverBecomesMarkup() {
        for (String path : List.of(
                "/",
                "/console/collections",
                Hostile.page(""),
                Hostile.page("/documents"),
                Hostile.page("/documents?order=key&id=" + Hostile.ENCODED_ID),
                Hostile.page("/expired"),
                "/console/query?collection=" + URLEncoder.encode(Hostile.NAME, StandardCharsets.UTF_8))) {
            visit(path);
            assertEquals(
                    0,
                    page.locator("main img[src=x], main b.stored, main script").count(),
                    path);
            assertEquals(true, page.evaluate("window.stored === undefined"), path);
        }
        page.locator("button:text-is('Run')").click();
        assertThat(page.locator("#answer")).containsText("<img src=x");
        assertEquals(0, page.locator("#answer img, #answer b").count());
    }
}
