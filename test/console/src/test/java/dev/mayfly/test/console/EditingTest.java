package dev.mayfly.test.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Download;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.FilePayload;
import com.microsoft.playwright.options.SelectOption;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A day's work with a mouse: documents, collections, indexes and files are changed, and the home page follows. */
final class EditingTest {
    private static final double ASSERTION_MILLIS = 15_000;
    private static final ConsoleFixture fixture = new ConsoleFixture();
    private static final String CARTS = "/console/collections/mongo/shop/carts";

    private final List<String> complaints = new ArrayList<>();
    private final BrowserContext context = fixture.context(new Browser.NewContextOptions());
    private final Page page = context.newPage();

    @BeforeAll
    static void start() throws Exception {
        PlaywrightAssertions.setDefaultAssertionTimeout(ASSERTION_MILLIS);
        fixture.start();
        fixture.ground().api("PUT", "/api/v1/collections/mongo/shop/carts", "{\"ttlField\":\"at\",\"ttl\":\"60s\"}");
        for (int id = 0; id < 12; id++) {
            fixture.ground()
                    .api(
                            "PUT",
                            "/api/v1/collections/mongo/shop/carts/documents/" + id,
                            "{\"user\":\"u" + id % 3 + "\",\"n\":{\"$numberLong\":\"" + id + "\"}}");
        }
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

    private void visit(String path) {
        page.navigate(fixture.url(path));
    }

    private void toast(String words) {
        assertThat(page.locator("#toasts")).containsText(words);
    }

    @Test
    void newDocumentTellsItsDeadlineAsItIsTyped() {
        visit(CARTS + "/documents");
        page.locator("[data-open='#insert']").click();
        Locator text = page.locator("#insert textarea");
        text.fill("{\"_id\": \"typed\", \"at\": {\"$date\": \"2026-03-02T13:00:00Z\"}}");
        assertThat(page.locator("#insert [data-preview]")).containsText("2026-03-02 13:01:00 UTC");
        assertThat(page.locator("#insert [data-preview]")).containsText("by index at_1");
        text.fill("{\"_id\": \"typed\"}");
        assertThat(page.locator("#insert [data-preview]")).containsText("never expire");
        text.fill("{\"_id\": ");
        assertThat(page.locator("#insert [data-preview]")).containsText("at line 1, column");
        text.fill("{\"_id\": \"typed\", \"at\": {\"$date\": \"2026-03-02T13:00:00Z\"}}");
        page.locator("#insert button.primary").click();
        toast("It is written.");
        assertThat(page.locator("#doc-title")).hasText("\"typed\"");
    }

    @Test
    void editKeepsTypesAndAConflictIsTold() throws Exception {
        visit(CARTS + "/documents?order=key&id=3");
        page.locator("[data-open='#edit']").click();
        assertThat(page.locator("#edit textarea")).hasValue(Pattern.compile("numberLong"));
        String edited = page.locator("#edit textarea").inputValue().replace("\"u0\"", "\"somebody\"");
        page.locator("#edit textarea").fill(edited);
        fixture.ground().api("PUT", "/api/v1/collections/mongo/shop/carts/documents/3", "{\"user\":\"meanwhile\"}");
        page.locator("#edit button.primary").click();
        assertThat(page.locator("#edit [data-error]")).containsText("changed or removed since it was read");
        assertTrue(fixture.ground()
                .text("/api/v1/collections/mongo/shop/carts/documents/3")
                .contains("meanwhile"));
        page.locator("#edit [data-overwrite]").click();
        toast("It is saved.");
        String now = fixture.ground().text("/api/v1/collections/mongo/shop/carts/documents/3?form=exact");
        assertTrue(now.contains("somebody") && now.contains("$numberLong"), now);
    }

    @Test
    void cloneHasAnIdOfItsOwn() {
        visit(CARTS + "/documents?order=key&id=4");
        page.locator("[data-open='#clone']").click();
        assertThat(page.locator("#clone textarea")).not().hasValue(Pattern.compile("_id"));
        page.locator("#clone button.primary").click();
        toast("It is written.");
        assertThat(page.locator("#doc-title")).containsText("$oid");
    }

    @Test
    void couchbaseDocumentKeepsItsDeadlineWhenItIsEdited() throws Exception {
        visit(Screens.CACHE + "/documents?order=key&id=page:90");
        String before = page.locator("#edit input[name=lifetime]").inputValue();
        assertTrue(before.startsWith("until 2026-"), before);
        page.locator("[data-open='#edit']").click();
        assertThat(page.locator("#edit [data-preview]")).containsText("expire at");
        page.locator("#edit button.primary").click();
        toast("It is saved.");
        assertEquals(before, page.locator("#edit input[name=lifetime]").inputValue());
    }

    @Test
    void listIsSortedByItsHeadingsWithTheKeyboardAlone() throws Exception {
        String sorted = "/collections/mongo/shop/sorted";
        fixture.ground().api("PUT", "/api/v1" + sorted, "{}");
        for (int id = 0; id < 60; id++) {
            fixture.ground().api("PUT", "/api/v1" + sorted + "/documents/" + id, "{\"n\":" + id * 7 % 60 + "}");
        }
        visit("/console" + sorted + "/documents?order=key&columns=n");
        Locator heading = page.locator("th:has-text('n') a.sort");
        Locator cells = page.locator("table.cards tbody td[data-label=n]");
        assertThat(page.locator("th[aria-sort=ascending]")).hasText("Key");
        heading.focus();
        page.keyboard().press("Enter");
        assertThat(page.locator("th[aria-sort=ascending]")).hasText("n");
        assertThat(cells.first()).hasText("0");
        assertThat(page.locator("main")).containsText("all 60 documents were looked at");
        heading.focus();
        page.keyboard().press("Enter");
        assertThat(page.locator("th[aria-sort=descending]")).hasText("n");
        assertThat(cells.first()).hasText("59");
        page.locator("a.button:text-is('Next page')").click();
        assertThat(cells).hasCount(10);
        assertThat(cells.last()).hasText("0");
        page.locator("select[name=direction]").selectOption("asc");
        assertThat(cells.first()).hasText("0");
    }

    @Test
    void listIsFilteredWithColumnsAndChangedInBulk() {
        visit(CARTS + "/documents?order=key");
        page.locator("input[name=where]").fill("{\"user\": \"u1\"}");
        page.locator("input[name=columns]").fill("user, n");
        page.locator("form:has(input[name=columns]) button").click();
        assertThat(page.locator("table.cards tbody tr")).hasCount(4);
        assertThat(page.locator("table.cards tbody tr").first().locator("td[data-label=user]"))
                .hasText("u1");
        page.locator("[data-open='#bulk']").click();
        page.locator("#bulk input[name=lifetime]").fill("2h");
        page.locator("#bulk button:text-is('Dry run')").click();
        assertThat(page.locator("#bulk [data-carry-out]")).hasText("Touch 4 documents");
        page.locator("#bulk [data-carry-out]").click();
        assertThat(page.locator("#bulk [data-plan]")).containsText("4 changed.");
        page.reload();
        assertThat(page.locator("table.cards tbody tr .left").first()).containsText(Pattern.compile("h|min"));
    }

    @Test
    void filterThatIsNoneIsRefusedInWords() {
        visit(CARTS + "/documents?order=key&where=%7B%22user%22");
        assertThat(page.locator("main .notice").first()).containsText("no Extended JSON");
    }

    @Test
    void containerIsMadeIndexedAndDropped() {
        visit("/console/collections");
        page.locator("[data-open='#new-collection']").click();
        page.locator("#new-collection select[name=face]").selectOption("cosmos");
        assertThat(page.locator("#new-collection input[name=ttlField]")).isHidden();
        page.locator("#new-collection input[name=database]").fill("plant");
        page.locator("#new-collection input[name=collection]").fill("pumps");
        page.locator("#new-collection input[name=ttl]").fill("7d");
        page.locator("#new-collection input[name='partitionKey.0']").fill("/hall");
        page.locator("#new-collection button.primary").click();
        assertThat(page.locator("h1")).hasText("plant.pumps");
        assertThat(page.locator("main")).containsText("7 days after the last write");
        page.locator("[data-open='#new-index']").click();
        page.locator("#new-index input[name=index]").fill("both");
        page.locator("#new-index input[name='fields.0']").fill("hall");
        page.locator("#new-index input[name='fields.1']").fill("-bar");
        page.locator("#new-index button.primary").click();
        toast("It is built.");
        page.locator("section[aria-labelledby=drop-title] input").fill("other");
        page.locator("section[aria-labelledby=drop-title] button").click();
        assertThat(page.locator("section[aria-labelledby=drop-title] [data-error]"))
                .containsText("pumps");
        page.locator("section[aria-labelledby=drop-title] input").fill("pumps");
        page.locator("section[aria-labelledby=drop-title] button").click();
        page.waitForURL("**/console/collections");
        assertThat(page.locator("#collections")).not().containsText("pumps");
    }

    @Test
    void systemCollectionsFoldAway() {
        visit("/console/collections");
        assertThat(page.locator("#collections")).not().containsText("_system.");
        page.locator("a:has-text('system collections')").click();
        assertThat(page.locator("#collections")).containsText("_system._query");
        visit("/console/nodes");
        assertThat(page.locator("main")).not().containsText("_system.");
        page.locator("a:has-text('system collections')").click();
        assertThat(page.locator("main")).containsText("cache._system._query");
    }

    @Test
    void fileIsExportedAndImported() throws IOException {
        visit(CARTS);
        Download download =
                page.waitForDownload(() -> page.locator("[data-export]").click());
        List<String> lines = Files.readAllLines(download.path());
        assertEquals("shop.carts.jsonl", download.suggestedFilename());
        assertTrue(lines.size() >= 14, lines.size() + " lines");
        String more = "{\"_id\": 901, \"user\": \"u9\"}\n{\"_id\": 902}\n{\"_id\": \n";
        page.locator("form[data-import] input[name=file]")
                .setInputFiles(
                        new FilePayload("more.jsonl", "application/jsonl", more.getBytes(StandardCharsets.UTF_8)));
        page.locator("form[data-import] input[name=plain]").check();
        page.locator("form[data-import] button").click();
        assertThat(page.locator("[data-transfer]")).containsText("2 written");
        assertThat(page.locator("[data-transfer]")).containsText("1 failed");
    }

    /** The file is of three parts; the button is pressed as soon as it is there, while the first of them is under way. */
    @Test
    void importThatIsCancelledEndsBehindThePartThatWasUnderWay() {
        fixture.ground().addVisits("cancelled", 0, 1);
        visit("/console/collections/mongo/shop/cancelled");
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < 300; i++) {
            lines.append("{\"_id\": \"i")
                    .append(i)
                    .append("\", \"text\": \"")
                    .append("x".repeat(10_000))
                    .append("\"}\n");
        }
        page.evaluate("() => new MutationObserver(() => document.querySelector('[data-transfer] button')?.click())"
                + ".observe(document.querySelector('[data-transfer]'), {childList: true})");
        page.locator("form[data-import] input[name=file]")
                .setInputFiles(new FilePayload(
                        "many.jsonl", "application/jsonl", lines.toString().getBytes(StandardCharsets.UTF_8)));
        page.locator("form[data-import] input[name=plain]").check();
        page.locator("form[data-import] button").click();
        assertThat(page.locator("[data-transfer]")).containsText("Cancelled. 104 written");
    }

    @Test
    void queryIsCompletedExplainedRememberedAndItsMistakeShown() {
        visit("/console/query?collection=mongo/shop/carts");
        Locator filter = page.locator("textarea[name=filter]");
        filter.fill("{\"us");
        filter.press("Tab");
        assertThat(filter).hasValue("{\"user");
        filter.press("ControlOrMeta+End");
        filter.pressSequentially("\": \"u2\"}");
        page.locator("button:text-is('Run')").click();
        assertThat(page.locator("#answer tbody tr")).hasCount(4);
        Download rows =
                page.waitForDownload(() -> page.locator("[data-rows-file]").click());
        assertEquals("shop.carts-rows.jsonl", rows.suggestedFilename());
        page.locator("button:text-is('Plan and cost')").click();
        assertThat(page.locator("#answer pre")).containsText("winningPlan");
        filter.fill("{\"user\": }");
        page.locator("button:text-is('Run')").click();
        assertThat(page.locator("#answer pre")).containsText("^");
        assertThat(filter).isFocused();
        page.locator("[data-history]").selectOption(new SelectOption().setIndex(2));
        assertThat(filter).hasValue("{\"user\": \"u2\"}");
        page.locator("button:text-is('Run')").click();
        page.locator("#answer a:text-is('Edit')").first().click();
        assertThat(page.locator("#edit textarea")).isVisible();
    }

    @Test
    void userIsStoredAndRemovedAndSettingsTellTheirSource() {
        visit("/console/settings");
        assertThat(page.locator("section[aria-labelledby=settings-title]")).containsText("--clock");
        page.locator("[data-open='#new-user']").click();
        page.locator("#new-user select").selectOption("mongo");
        page.locator("#new-user input[name=user]").fill("ann");
        page.locator("#new-user input[name=password]").fill("secret");
        page.locator("#new-user input[name='roles.0']").fill("readWrite@shop");
        page.locator("#new-user button.primary").click();
        toast("The user is stored.");
        assertThat(page.locator("section[aria-labelledby=users-title]")).containsText("readWrite@shop");
        page.locator("button[aria-label='Remove ann']").click();
        page.locator("#confirm button[value=yes]").click();
        toast("The user is removed.");
    }

    @Test
    void sliderMovesTheLifetimeAndItsDryRun() {
        visit(Screens.READINGS);
        page.locator("[data-open='#change']").click();
        page.locator("#change [data-slides='rules.default']").fill("4");
        assertThat(page.locator("#default-after")).hasValue("1h");
        assertThat(page.locator("#dry-run")).containsText("hidden at once");
        page.locator("#change [data-slides='rules.default']").press("ArrowRight");
        assertThat(page.locator("#default-after")).hasValue("3h");
    }

    @Test
    void homeFitsTheDataAndCountsDownToWhatExpiresNext() throws Exception {
        String soon = "/api/v1/collections/mongo/shop/soon";
        fixture.ground().api("PUT", soon, "{\"ttlField\":\"at\"}");
        fixture.ground().api("PUT", soon + "/documents/first", "{\"at\":{\"$date\":\"2026-03-02T12:40:20Z\"}}");
        visit("/?collection=mongo/shop/soon");
        assertThat(page.locator("h2#plot-title")).hasText("Each half minute");
        Locator next = page.locator("section[aria-labelledby=next-title]");
        assertThat(next).containsText("\"first\"");
        assertThat(next.locator(".left").first()).containsText("20 s");
        fixture.ground().server.virtualClock().orElseThrow().advance(Duration.ofSeconds(25));
        assertThat(page.locator("section[aria-labelledby=last-title]")).containsText("\"first\"");
        page.locator("section[aria-labelledby=last-title] a").first().click();
        assertThat(page.locator("#doc-title, main .notice").first()).isVisible();
    }

    @Test
    void changeThatCanBeUndoneIsOfferedAtHome() {
        fixture.ground().addVisits("offered", 0, 5);
        visit("/console/collections/mongo/shop/offered");
        page.locator("[data-open='#change']").click();
        page.locator("#change input[name='rules.fields.0.path']").fill("seen");
        page.locator("#change input[name='rules.fields.0.after']").fill("1h");
        page.locator("#change [data-apply]").click();
        page.locator("#change [data-expire]").click();
        toast("The policy is changed.");
        visit("/");
        Locator banner = page.locator("aside:has-text('shop.offered')");
        assertThat(banner).containsText("5 documents");
        banner.locator("button").click();
        toast("The policy before is back.");
        assertEquals(0, page.locator("aside:has-text('shop.offered')").count());
    }

    @Test
    void dialogsAreAccessible() throws IOException {
        String axe = Axe.script();
        for (ColorScheme scheme : List.of(ColorScheme.LIGHT, ColorScheme.DARK)) {
            try (BrowserContext judged = fixture.context(new Browser.NewContextOptions()
                    .setColorScheme(scheme)
                    .setBypassCSP(true)
                    .setViewportSize(375, 700))) {
                Page other = judged.newPage();
                judge(other, axe, CARTS + "/documents?order=key&id=5", "#insert", "#edit", "#clone", "#bulk");
                judge(other, axe, "/console/collections", "#new-collection", "#new-database");
                judge(other, axe, Screens.SESSIONS, "#new-index", "#change");
                judge(other, axe, "/console/settings", "#new-user");
            }
        }
    }

    private static void judge(Page other, String axe, String path, String... dialogs) {
        for (String dialog : dialogs) {
            other.navigate(fixture.url(path));
            other.locator("[data-open='" + dialog + "']").first().click();
            other.evaluate(axe);
            assertEquals("", other.evaluate(Axe.JUDGE, Axe.EVERYTHING), dialog);
            assertEquals(375, other.evaluate("document.documentElement.scrollWidth"), dialog);
        }
    }

    @Test
    void documentsAreCardsOnAPhone() {
        try (BrowserContext phone = fixture.context(new Browser.NewContextOptions().setViewportSize(375, 700))) {
            Page other = phone.newPage();
            other.navigate(fixture.url(CARTS + "/documents?order=key"));
            assertThat(other.locator("table.cards td[data-label=Rule]").first()).isVisible();
            assertEquals(
                    true,
                    other.evaluate(
                            "[...document.querySelectorAll('table.cards td')].every(each => each.getBoundingClientRect().right <= 375)"));
        }
    }
}
