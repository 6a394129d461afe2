package dev.mayfly.test.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoDatabase;
import dev.mayfly.app.server.config.FaceName;
import dev.mayfly.app.server.config.Setting;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.bson.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;

/** The screens of a server that is empty, full, or gone. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class StatesTest {
    private static final int PAGE_BYTES_MAX = 200_000;
    private static final int COLLECTIONS = 1_000;
    private static final List<String> SCREENS = List.of(
            "/",
            "/console/collections",
            "/console/expired",
            "/console/events",
            "/console/query",
            "/console/health",
            "/console/audit",
            "/console/connect");

    /** The bytes of the page and of all it needs. */
    private static final String WEIGHT =
            "[...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]"
                    + ".reduce((sum, each) => sum + each.encodedBodySize, 0)";

    private final BrowserErrors errors = new BrowserErrors();
    private Chromium chromium;
    private Ground empty;
    private Ground full;
    private BrowserContext context;
    private Page page;

    @BeforeAll
    void start() throws Exception {
        chromium = Chromium.start();
        empty = Ground.empty(Map.of(Setting.FACES, "mongo,admin", Setting.CLOCK, "virtual"));
        full = Ground.empty(Map.of(Setting.FACES, "mongo,admin"));
        try (MongoClient mongo = MongoClients.create(full.server.connectionString(FaceName.MONGO))) {
            MongoDatabase shop = mongo.getDatabase("shop");
            for (int i = 0; i < COLLECTIONS; i++) {
                shop.createCollection("collection-with-quite-a-long-name-" + i);
            }
            shop.getCollection("heavy").insertOne(new Document("_id", 1).append("text", "word ".repeat(200_000)));
            mongo.getDatabase("d".repeat(60))
                    .getCollection("c".repeat(120))
                    .insertOne(new Document("_id", "k".repeat(900)));
        }
    }

    @AfterAll
    void stop() {
        full.close();
        empty.close();
        chromium.close();
    }

    @BeforeEach
    void open() {
        context = chromium.browser().newContext();
        page = errors.watch(context.newPage());
    }

    @AfterEach
    void close() {
        context.close();
        errors.assertNone();
    }

    @TestFactory
    Stream<DynamicTest> everyScreenOfAnEmptyServerSaysWhatToDo() {
        Map<String, String> words = Map.of(
                "/console/collections", "Connect a client",
                "/console/expired", "Give a collection a grace",
                "/console/events", "Events appear here",
                "/console/query", "There is no collection to ask",
                "/console/health", "Nothing is known by collection yet",
                "/console/audit", "No policy has been changed yet");
        return SCREENS.stream()
                .map(path -> DynamicTest.dynamicTest(path, () -> {
                    page.navigate(empty.url() + path);
                    assertThat(page.locator("main")).containsText(words.getOrDefault(path, ""));
                    assertTrue(((Number) page.evaluate(WEIGHT)).intValue() < PAGE_BYTES_MAX);
                }));
    }

    @TestFactory
    Stream<DynamicTest> everyScreenIsLightWithManyCollections() {
        return SCREENS.stream()
                .map(path -> DynamicTest.dynamicTest(path, () -> {
                    page.navigate(full.url() + path);
                    int weight = ((Number) page.evaluate(WEIGHT)).intValue();
                    assertTrue(weight < PAGE_BYTES_MAX, path + " weighs " + weight);
                }));
    }

    @Test
    void collectionsAreFoundByNameAndPaged() {
        page.navigate(full.url() + "/console/collections");
        assertThat(page.locator("main")).containsText("1 to 100 of 1,002");
        page.locator("text=Next page").click();
        assertThat(page.locator("main")).containsText("101 to 200 of 1,002");
        page.locator("[name=find]").fill("NAME-29");
        page.keyboard().press("Enter");
        assertThat(page.locator("table").first().locator("tbody tr")).hasCount(11);
        page.locator("[name=find]").fill("nobody");
        page.keyboard().press("Enter");
        assertThat(page.locator("main")).containsText("No collection has “nobody” in its name");
    }

    @Test
    void amongManyCollectionsTheNameIsTyped() {
        page.navigate(full.url() + "/");
        page.locator("[name=collection]").first().fill("mongo/shop/heavy");
        page.locator("main form button:has-text('Show')").click();
        assertThat(page.locator("#figures")).containsText("976.6 KiB");
    }

    @Test
    void documentOfAMegabyteIsShownUpToALength() {
        page.navigate(full.url() + "/console/collections/mongo/shop/heavy/documents?order=key&id=1");
        assertThat(page.locator("pre")).containsText("word word");
        assertThat(page.locator("main")).containsText("All of it as JSON");
        assertTrue(((Number) page.evaluate(WEIGHT)).intValue() < PAGE_BYTES_MAX);
        page.navigate(full.url() + "/console/query?collection=mongo/shop/heavy");
        page.locator("main button:has-text('Run')").click();
        assertThat(page.locator("#answer td.row")).containsText("…");
        assertTrue(((Number) page.evaluate(WEIGHT)).intValue() < PAGE_BYTES_MAX);
    }

    @Test
    void longNamesBreakRatherThanThePage() {
        try (BrowserContext narrow =
                chromium.browser().newContext(new Browser.NewContextOptions().setViewportSize(375, 700))) {
            Page small = errors.watch(narrow.newPage());
            String path = "/console/collections/mongo/" + "d".repeat(60) + "/" + "c".repeat(120);
            for (String screen : List.of(
                    path,
                    path + "/documents?order=key",
                    path + "/documents?order=key&id=%22" + "k".repeat(900) + "%22",
                    "/console/collections")) {
                small.navigate(full.url() + screen);
                assertEquals(375, small.evaluate("document.documentElement.scrollWidth"), screen);
            }
        }
    }

    @Test
    void keyThatNoDocumentHasAndCollectionWithoutDocumentsSaySo() {
        String path = full.url() + "/console/collections/mongo/shop/collection-with-quite-a-long-name-1";
        page.navigate(path + "/documents");
        assertThat(page.locator("main")).containsText("No document has a deadline");
        page.locator("text=Show all by key").click();
        assertThat(page.locator("main")).containsText("There are no documents");
        page.navigate(path);
        assertThat(page.locator("main")).containsText("There is no live document");
        page.navigate(path + "/documents?order=key&prefix=%22zzz");
        assertThat(page.locator("main")).containsText("No key begins with");
    }

    @Test
    void pageThatIsOpenSaysThatNobodyAnswersAndWhenSomebodyDoesAgain() throws Exception {
        try (Ground mortal = Ground.empty(Map.of(Setting.FACES, "mongo,admin", Setting.CLOCK, "virtual"));
                BrowserContext alone = chromium.browser().newContext()) {
            Page open = alone.newPage();
            open.clock().install();
            open.navigate(mortal.url() + "/console/clock");
            open.clock().fastForward(11_000);
            assertThat(open.locator("#silent")).isHidden();
            mortal.server.close();
            open.locator("button:has-text('1 minute')").click();
            assertThat(open.locator(".toast.bad")).containsText("The server does not answer");
            open.clock().fastForward(60_000);
            assertThat(open.locator("#silent")).containsText("What is shown is as of");
        }
    }

    @Test
    void figuresOfAnOpenPageFollowTheServer() throws Exception {
        try (Ground ground = Ground.empty(Map.of(Setting.FACES, "mongo,admin", Setting.CLOCK, "virtual"));
                BrowserContext alone = chromium.browser().newContext();
                MongoClient mongo = MongoClients.create(ground.server.connectionString(FaceName.MONGO))) {
            Page open = errors.watch(alone.newPage());
            open.clock().install();
            open.navigate(ground.url() + "/");
            assertThat(open.locator("#figures dd").first()).hasText("0");
            mongo.getDatabase("a").getCollection("b").insertOne(new Document("_id", 1));
            open.clock().fastForward(11_000);
            assertThat(open.locator("#figures dd").first()).hasText("1");
        }
    }
}
