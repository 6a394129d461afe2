package dev.mayfly.test.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import com.microsoft.playwright.options.BoundingBox;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Indexes;
import dev.mayfly.app.console.WindableClock;
import dev.mayfly.app.server.config.FaceName;
import dev.mayfly.app.server.config.Setting;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.bson.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** The figures that the screens draw: documents in grace and overdue, and how hard the server works. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class FiguresTest {
    private static final Instant START = Instant.parse("2026-03-02T12:00:00Z");
    private static final String SESSIONS = "/collections/mongo/shop/sessions";

    /** Tells whether a colour of the page is on the plot. */
    private static final String IS_DRAWN = """
            name => {
              const probe = document.createElement("i");
              probe.style.color = `var(--${name})`;
              document.body.append(probe);
              const [red, green, blue] = getComputedStyle(probe).color.match(/\\d+/g).map(Number);
              probe.remove();
              const canvas = document.querySelector("#timeline canvas");
              const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
              for (let i = 0; i < data.length; i += 4)
                if (data[i] === red && data[i + 1] === green && data[i + 2] === blue && data[i + 3] === 255) return true;
              return false;
            }""";

    private final List<String> complaints = new ArrayList<>();
    private Chromium chromium;
    private Ground ground;
    private BrowserContext context;
    private Page page;

    /** Three sessions are overdue, for the sweeper is paused; one is held, and so in grace. */
    @BeforeAll
    void start() throws Exception {
        PlaywrightAssertions.setDefaultAssertionTimeout(15_000);
        chromium = Chromium.start();
        ground = Ground.empty(Map.of(
                Setting.FACES,
                "mongo,admin",
                Setting.CLOCK,
                "virtual@" + START,
                Setting.EVENTS_WEBHOOKS,
                "on",
                Setting.EVENTS_TARGETS,
                "127.0.0.1"));
        WindableClock clock = ground.server.virtualClock().orElseThrow();
        // Nobody listens there, and it is said at the first attempt.
        ground.api("PUT", "/api/v1/webhooks/nobody", "{\"url\":\"http://127.0.0.1:1/\",\"attempts\":1}");
        try (MongoClient mongo = MongoClients.create(ground.server.connectionString(FaceName.MONGO))) {
            MongoCollection<Document> sessions = mongo.getDatabase("shop").getCollection("sessions");
            sessions.createIndex(Indexes.ascending("at"), new IndexOptions().expireAfter(60L, TimeUnit.SECONDS));
            for (int i = 0; i < 4; i++) {
                sessions.insertOne(new Document("_id", i).append("at", START));
            }
            sessions.insertOne(new Document("_id", 9).append("at", START.plusSeconds(7_200)));
            sessions.insertOne(new Document("_id", 5).append("at", START.minusSeconds(50)));
        }
        ground.api("PUT", "/api/v1" + SESSIONS + "/holds/court", "{\"id\":\"3\"}");
        clock.advance(Duration.ofSeconds(30));
        ground.api("POST", "/api/v1/ttl/pause", "");
        clock.advance(Duration.ofHours(1));
    }

    @AfterAll
    void stop() {
        ground.close();
        chromium.close();
    }

    @BeforeEach
    void open() {
        context = chromium.browser().newContext();
        page = context.newPage();
        page.onPageError(complaints::add);
    }

    @AfterEach
    void close() {
        context.close();
        assertEquals(List.of(), complaints);
    }

    @Test
    void timelineStacksWhatIsInGraceAndOverdueOnWhatExpired() {
        page.navigate(ground.url() + "/?span=6h");
        assertThat(page.locator("#timeline canvas")).isVisible();
        for (String name : List.of("grace", "overdue", "due")) {
            page.waitForFunction(IS_DRAWN, name);
        }
        pointAtTheHourBeforeNow();
        assertThat(page.locator("#timeline .tip")).containsText("1 in grace still");
        assertThat(page.locator("#timeline .tip")).containsText("3 overdue still");
        page.locator("[data-unit=bytes]").click();
        pointAtTheHourBeforeNow();
        assertThat(page.locator("#timeline .tip")).containsText(Pattern.compile("\\d+ B overdue still"));
    }

    /** On an axis of six hours each way: there four sessions expired. */
    private void pointAtTheHourBeforeNow() {
        BoundingBox plot = page.locator("#timeline .u-over").boundingBox();
        page.mouse().move(plot.x + plot.width * (5.06 / 12), plot.y + plot.height / 2);
    }

    @Test
    void healthTellsLatencyOfEachFaceAndTheRateAgainstItsLimit() {
        page.navigate(ground.url() + "/console/health");
        assertThat(page.locator("#figures")).containsText("of at most 20,000/s");
        assertThat(page.locator("#figures")).containsText("Compaction debt");
        assertThat(page.locator("#latency tbody tr:has-text('mongo')"))
                .containsText(Pattern.compile("insert 6 p99 [0-9.,]+ m?s"));
        assertThat(page.locator("#latency thead")).containsText("Median (p50)");
        assertThat(page.locator("main")).containsText("From deadline to announcement");
        assertThat(page.locator("main")).containsText("59 min");
    }

    @Test
    void documentThatExpiredIsExplainedWithWhatHoldsItAndRestored() {
        page.navigate(ground.url() + "/console" + SESSIONS + "/documents?id=3");
        assertThat(page.locator("main")).containsText("as court");
        page.navigate(ground.url() + "/console/expired?reason=default");
        assertThat(page.locator("#next")).containsText("Nothing that stands has expired by");
        page.navigate(ground.url() + "/console/expired?reason=field");
        assertThat(page.locator("#next tbody tr")).hasCount(4);
        assertThat(page.locator("#next tbody tr").last()).containsText("held");
    }

    @Test
    void subscribersAndWhatWasGivenUpAreShown() {
        page.navigate(ground.url() + "/console/events");
        assertThat(page.locator("#live")).hasText("live");
        page.reload();
        assertThat(page.locator("#told")).containsText("webhook-nobody");
        assertThat(page.locator("#told h3")).hasText("nobody");
        assertThat(page.locator("#told details summary")).hasText("1 dead letter");
        page.locator("#told details summary").click();
        assertThat(page.locator("#told details tbody tr")).hasCount(1);
        assertTrue(page.locator("button:has-text('Try all again')").isVisible());
    }
}
