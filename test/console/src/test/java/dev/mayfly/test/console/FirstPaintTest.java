package dev.mayfly.test.console;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The time until a browser that has nothing of the console yet paints the first words of a page; it is printed. */
@Tag("slow")
final class FirstPaintTest {
    private static final int ROUNDS = 9;

    private static final String PAINT = """
            () => new Promise(resolve => new PerformanceObserver((list, observer) => {
              const paint = list.getEntriesByName("first-contentful-paint")[0];
              if (!paint) return;
              observer.disconnect();
              const [load] = performance.getEntriesByType("navigation");
              resolve([paint.startTime, load.responseEnd, load.domContentLoadedEventStart]);
            }).observe({ type: "paint", buffered: true }))""";

    private static final ConsoleFixture fixture = new ConsoleFixture();

    @BeforeAll
    static void start() throws Exception {
        fixture.start();
    }

    @AfterAll
    static void stop() {
        fixture.close();
    }

    @Test
    void firstPaintOfEachPageIsTold() {
        for (Map.Entry<String, String> page : List.of(
                // Words without styles and scripts: what the browser itself takes.
                Map.entry("plain text", "/health/live"),
                Map.entry("home", "/"),
                Map.entry("documents", Screens.SESSIONS + "/documents?order=key"),
                Map.entry("query", "/console/query"))) {
            List<Double> paints = new ArrayList<>();
            List<Double> answers = new ArrayList<>();
            List<Double> scripts = new ArrayList<>();
            for (int round = 0; round < ROUNDS; round++) {
                paint(page.getValue(), paints, answers, scripts);
            }
            double first = paints.getFirst();
            System.out.printf(
                    "first paint of %-10s first %.0f, median %.0f, worst %.0f ms; answered within %.0f, scripts ran within"
                            + " %.0f ms%n",
                    page.getKey(), first, median(paints), Collections.max(paints), median(answers), median(scripts));
            assertTrue(paints.getFirst() > 0, page.getKey());
        }
    }

    private static double median(List<Double> values) {
        return values.stream().sorted().toList().get(values.size() / 2);
    }

    private static void paint(String path, List<Double> paints, List<Double> answers, List<Double> scripts) {
        // A context of its own has an empty cache.
        try (BrowserContext context = fixture.context(new Browser.NewContextOptions())) {
            Page page = context.newPage();
            page.navigate(fixture.url(path));
            List<?> told = (List<?>) page.evaluate(PAINT);
            paints.add(((Number) told.getFirst()).doubleValue());
            answers.add(((Number) told.get(1)).doubleValue());
            scripts.add(((Number) told.getLast()).doubleValue());
        }
    }
}
