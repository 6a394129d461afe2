package dev.mayfly.test.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What only some faces have, on the screens: buckets and scopes, shards, pagers; and events, which all have. */
final class ThreeFacesTest {
    private static final double ASSERTION_MILLIS = 15_000;
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

    private void visit(String path) {
        page.navigate(fixture.url(path));
    }

    private void toast(String words) {
        assertThat(page.locator("#toasts")).containsText(words);
    }

    @Test
    void bucketIsMadeWithAScopeAndDropped() {
        visit("/console/collections");
        page.locator("[data-open='#new-database']").click();
        page.locator("#new-database select[name=face]").selectOption("couchbase");
        page.locator("#new-database input[name=database]").fill("pages");
        page.locator("#new-database input[name=ttl]").fill("7d");
        page.locator("#new-database button.primary").click();
        toast("It is made.");
        page.locator("[data-open='#new-collection']").click();
        page.locator("#new-collection select[name=face]").selectOption("couchbase");
        assertThat(page.locator("#new-collection input[name=shards]")).isHidden();
        page.locator("#new-collection input[name=database]").fill("pages");
        page.locator("#new-collection input[name=collection]").fill("site.drafts");
        page.locator("#new-collection input[name=ttl]").fill("1d");
        page.locator("#new-collection button.primary").click();
        assertThat(page.locator("h1")).hasText("pages.site.drafts");
        assertThat(page.locator("dd:text-matches('from now on')")).containsText("1 d");
        visit("/console/collections");
        page.locator("#databases-title").click();
        page.locator("button[aria-label='Drop pages']").click();
        assertThat(page.locator("#confirm")).containsText("Nothing of it can be brought back");
        page.locator("#confirm button[value=yes]").click();
        toast("It is dropped.");
        assertThat(page.locator("#collections")).not().containsText("pages.");
    }

    @Test
    void collectionIsMadeWithItsDateFieldAndShards() throws Exception {
        visit("/console/collections");
        page.locator("[data-open='#new-collection']").click();
        page.locator("#new-collection input[name=database]").fill("shop");
        page.locator("#new-collection input[name=collection]").fill("sharded");
        page.locator("#new-collection input[name=ttl]").fill("7d");
        page.locator("#new-collection input[name=ttlField]").fill("seen");
        page.locator("#new-collection input[name=shards]").fill("3");
        page.locator("#new-collection button.primary").click();
        assertThat(page.locator("h1")).hasText("shop.sharded");
        assertThat(page.locator("main")).containsText("7 days after seen");
        String facts = fixture.ground().text("/api/v1/collections/mongo/shop/sharded");
        assertTrue(facts.contains("\"shards\":3"), facts);
    }

    @Test
    void documentsThatWaitForTheirPagerAreToldApartFromGrace() throws Exception {
        fixture.ground().api("PUT", "/api/v1/databases/couchbase/paged", "{}");
        String paged = "couchbase/paged/_default._default";
        fixture.ground().api("PUT", "/api/v1/collections/" + paged + "/documents/k?lifetime=1m", "{}");
        fixture.ground().server.virtualClock().orElseThrow().advance(Duration.ofSeconds(90));
        visit("/?collection=" + paged);
        assertThat(page.locator("#figures")).containsText("1 waits for its pager");
        visit("/?collection=mongo/shop/sessions");
        assertThat(page.locator("#figures")).containsText("in grace");
    }

    @Test
    void eventNamesItsPlaceAndLeadsToTheDocumentItsExplanationAndTheWayBack() {
        visit("/console/events");
        Locator event = page.locator("table[data-follow] tbody tr:has-text('mongo/shop/sessions')")
                .first();
        String id = event.locator("td.id").textContent();
        event.locator("td.id a").click();
        assertThat(page.locator("#doc-title")).hasText(id);
        Locator document = page.locator("section[aria-labelledby=doc-title]");
        assertThat(document).containsText("expired");
        document.locator("form[action$='/restore'] input[name=lifetime]").fill("1d");
        document.locator("form[action$='/restore'] button").click();
        toast("It is back.");
        assertThat(page.locator("section[aria-labelledby=doc-title] .tag.ok")).hasText("live");
    }
}
