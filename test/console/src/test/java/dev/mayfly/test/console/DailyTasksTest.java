package dev.mayfly.test.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import com.microsoft.playwright.options.FilePayload;
import dev.mayfly.base.clock.SystemClock;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The ten tasks of a day, each begun on the home page: how many clicks each takes. A choice from a list counts as two, a file as
 * one; typing counts as none, since the keyboard reaches every field. The time that the console itself takes is printed.
 */
@Tag("slow")
final class DailyTasksTest {
    private static final double ASSERTION_MILLIS = 15_000;
    private static final long NANOS_OF_MILLI = 1_000_000;
    private static final ConsoleFixture fixture = new ConsoleFixture();
    private static final String ORDERS = "/api/v1/collections/mongo/shop/orders";

    private final BrowserContext context = fixture.context(new Browser.NewContextOptions());
    private final Page page = context.newPage();
    private final Map<String, Integer> clicks = new LinkedHashMap<>();
    private int clicked;
    private long begun;

    @BeforeAll
    static void start() throws Exception {
        PlaywrightAssertions.setDefaultAssertionTimeout(ASSERTION_MILLIS);
        fixture.start();
        fixture.ground().api("PUT", ORDERS, "{\"ttlField\":\"at\",\"ttl\":\"60d\"}");
        for (int id = 0; id < 3; id++) {
            fixture.ground()
                    .api(
                            "PUT",
                            ORDERS + "/documents/" + id,
                            "{\"user\":\"u" + id + "\",\"at\":{\"$date\":\"2026-03-01T12:00:00Z\"}}");
        }
    }

    @AfterAll
    static void stop() {
        fixture.close();
    }

    private void begin() {
        page.navigate(fixture.url("/"));
        clicked = 0;
        begun = SystemClock.INSTANCE.tickNanos();
    }

    private void click(String selector) {
        page.locator(selector).first().click();
        clicked++;
    }

    private void fill(String selector, String text) {
        page.locator(selector).fill(text);
    }

    private void choose(String selector, String value) {
        page.locator(selector).selectOption(value);
        clicked += 2;
    }

    private void toast(String words) {
        assertThat(page.locator("#toasts")).containsText(words);
    }

    private void done(String task) {
        clicks.put(task, clicked);
        long millis = (SystemClock.INSTANCE.tickNanos() - begun) / NANOS_OF_MILLI;
        System.out.printf(Locale.ROOT, "%-40s %d clicks, the console's part %.1f s%n", task, clicked, millis / 1_000.0);
    }

    private void openOrders() {
        begin();
        click("nav[aria-label=Console] >> text=Collections");
        click("#collections a:text-is('shop.orders')");
    }

    private void openOrder() {
        openOrders();
        click("nav.tabs >> text=Documents");
        click("table.cards td.id a");
    }

    @Test
    void everyTaskTakesFewClicks() {
        openOrders();
        click("nav.tabs >> text=Documents");
        fill("input[name=where]", "{\"user\": \"u1\"}");
        click("form:has(input[name=where]) button");
        assertThat(page.locator("table.cards tbody tr")).hasCount(1);
        done("find documents");

        openOrder();
        click("[data-open='#edit']");
        fill("#edit textarea", "{\"_id\": 0, \"user\": \"edited\", \"at\": {\"$date\": \"2026-03-01T12:00:00Z\"}}");
        click("#edit button.primary");
        toast("It is saved.");
        done("edit a document");

        openOrder();
        click("[data-open='#clone']");
        click("#clone button.primary");
        toast("It is written.");
        done("clone a document");

        openOrders();
        click("[data-open='#new-index']");
        fill("#new-index input[name=index]", "by user");
        fill("#new-index input[name='fields.0']", "user");
        click("#new-index button.primary");
        toast("It is built.");
        done("make an index");

        openOrders();
        page.waitForDownload(() -> click("[data-export]"));
        done("export a collection");

        openOrders();
        byte[] lines = "{\"_id\": 901}\n{\"_id\": 902}\n".getBytes(StandardCharsets.UTF_8);
        page.locator("form[data-import] input[name=file]")
                .setInputFiles(new FilePayload("more.jsonl", "application/jsonl", lines));
        clicked++;
        click("form[data-import] input[name=plain]");
        click("form[data-import] button");
        assertThat(page.locator("[data-transfer]")).containsText("2 written");
        done("import a file");

        begin();
        click("nav[aria-label=Console] >> text=Collections");
        click("[data-open='#new-collection']");
        choose("#new-collection select[name=face]", "cosmos");
        fill("#new-collection input[name=database]", "plant");
        fill("#new-collection input[name=collection]", "pumps");
        fill("#new-collection input[name=ttl]", "7d");
        fill("#new-collection input[name='partitionKey.0']", "/hall");
        click("#new-collection button.primary");
        assertThat(page.locator("h1")).hasText("plant.pumps");
        done("make a container with a time to live");

        begin();
        click("nav[aria-label=Console] >> text=Settings");
        click("[data-open='#new-user']");
        choose("#new-user select", "mongo");
        fill("#new-user input[name=user]", "ann");
        fill("#new-user input[name=password]", "secret");
        fill("#new-user input[name='roles.0']", "readWrite@shop");
        click("#new-user button.primary");
        toast("The user is stored.");
        done("make a user");

        openOrders();
        click("[data-open='#change']");
        fill("#change input[name='rules.fields.0.after']", "1h");
        click("#change [data-dry-run]");
        assertThat(page.locator("#dry-run")).containsText("would be hidden at once");
        done("try a change of lifetime");

        click("#change [data-apply]");
        click("#change [data-expire]");
        toast("The policy is changed.");
        begin();
        click("aside:has-text('shop.orders') button");
        toast("The policy before is back.");
        done("undo a change of lifetime");
        context.close();

        Map<String, Integer> expected = new LinkedHashMap<>();
        expected.put("find documents", 4);
        expected.put("edit a document", 6);
        expected.put("clone a document", 6);
        expected.put("make an index", 4);
        expected.put("export a collection", 3);
        expected.put("import a file", 5);
        expected.put("make a container with a time to live", 5);
        expected.put("make a user", 5);
        expected.put("try a change of lifetime", 4);
        expected.put("undo a change of lifetime", 1);
        assertEquals(expected, clicks);
    }
}
