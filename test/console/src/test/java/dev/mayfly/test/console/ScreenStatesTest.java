package dev.mayfly.test.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import com.microsoft.playwright.options.ColorScheme;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/** What screens show after somebody has done something there is as accessible as what they show at first. */
@Tag("slow")
final class ScreenStatesTest {
    private static final double ASSERTION_MILLIS = 15_000;
    private static final ConsoleFixture fixture = new ConsoleFixture();

    /** What is done on a screen before it is judged; it changes nothing. */
    private record State(String name, String path, Consumer<Page> work) {}

    private static final List<State> STATES = List.of(
            new State(
                    "sorted list",
                    Screens.SESSIONS + "/documents?order=by.user&direction=desc&columns=user",
                    page -> assertThat(page.locator("th[aria-sort=descending]")).hasCount(1)),
            new State(
                    "list of a filter that is none",
                    Screens.SESSIONS + "/documents?order=key&where=%7B",
                    page -> assertThat(page.locator("main .notice").first()).isVisible()),
            new State("databases", "/console/collections", page -> {
                page.locator("#databases-title").click();
                assertThat(page.locator("button[aria-label='Drop shop']")).isVisible();
            }),
            new State(
                    "system collections",
                    "/console/collections?system=true",
                    page -> assertThat(page.locator("#collections")).containsText("_system")),
            new State("documents of a span", "/", page -> {
                page.locator("#range-form button").click();
                assertThat(page.locator("#range table")).isVisible();
            }),
            new State("rows of a query", "/console/query?collection=mongo/shop/sessions", page -> {
                page.locator("button:text-is('Run')").click();
                assertThat(page.locator("#answer table")).isVisible();
            }),
            new State("plan of a query", "/console/query?collection=mongo/shop/sessions", page -> {
                page.locator("button:text-is('Plan and cost')").click();
                assertThat(page.locator("#answer pre").first()).isVisible();
            }),
            new State("mistake in a query", "/console/query?collection=mongo/shop/sessions", page -> {
                page.locator("textarea[name=filter]").fill("{\"user\": }");
                page.locator("button:text-is('Run')").click();
                assertThat(page.locator("#answer pre")).containsText("^");
            }),
            new State("completions", "/console/query?collection=mongo/shop/sessions", page -> {
                page.locator("textarea[name=filter]").fill("{\"us");
                assertThat(page.locator("[data-offer] button").first()).isVisible();
            }),
            new State("dry run", Screens.READINGS, page -> {
                page.locator("[data-open='#change']").click();
                page.locator("#default-after").fill("1h");
                page.locator("[data-dry-run]").click();
                assertThat(page.locator("#compare .u-over")).isVisible();
            }),
            new State("question before an expiry", "/console/collections/mongo/shop/asked", page -> {
                page.locator("[data-open='#change']").click();
                page.locator("#change input[name='rules.fields.0.path']").fill("seen");
                page.locator("#change input[name='rules.fields.0.after']").fill("1h");
                page.locator("#change [data-apply]").click();
                assertThat(page.locator("#change [data-expire]")).isVisible();
            }),
            new State("nothing to undo", Screens.READINGS, page -> {
                page.locator("[data-open='#undo']").click();
                assertThat(page.locator("#undo")).not().containsText("Asking");
            }),
            new State("findings of the doctor", "/console/collections/mongo/shop/mails", page -> {
                page.locator("button:text-is('Look for mistakes')").click();
                assertThat(page.locator("#doctor")).containsText("sentAt");
            }),
            new State("question before a purge", Screens.SESSIONS + "/expired", page -> {
                page.locator("button[aria-label^=Purge]").first().click();
                assertThat(page.locator("#confirm")).isVisible();
            }),
            new State(
                    "refusal",
                    "/console/collections/mongo/shop/missing",
                    page -> assertThat(page.locator("main .notice")).isVisible()));

    @BeforeAll
    static void start() throws Exception {
        PlaywrightAssertions.setDefaultAssertionTimeout(ASSERTION_MILLIS);
        fixture.start();
        fixture.ground().addVisits("asked", 0, 7);
    }

    @AfterAll
    static void stop() {
        fixture.close();
    }

    @TestFactory
    Stream<DynamicTest> everyStateIsAccessibleInLightAndDarkAndOnAPhone() throws IOException {
        String axe = Axe.script();
        return Stream.of(1280, 375)
                .flatMap(width -> Stream.of(ColorScheme.LIGHT, ColorScheme.DARK).flatMap(scheme -> {
                    Page page = fixture.context(new Browser.NewContextOptions()
                                    .setColorScheme(scheme)
                                    .setViewportSize(width, 700)
                                    .setBypassCSP(true))
                            .newPage();
                    return STATES.stream()
                            .map(state -> DynamicTest.dynamicTest(
                                    state.name() + " " + scheme + " " + width, () -> judge(page, state, axe, width)));
                }));
    }

    private static void judge(Page page, State state, String axe, int width) {
        page.navigate(fixture.url(state.path()));
        state.work().accept(page);
        page.evaluate(axe);
        assertEquals("", page.evaluate(Axe.JUDGE, Axe.EVERYTHING));
        assertEquals(width, page.evaluate("document.documentElement.scrollWidth"));
    }
}
