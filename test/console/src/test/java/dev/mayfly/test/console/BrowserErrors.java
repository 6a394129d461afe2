package dev.mayfly.test.console;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.microsoft.playwright.Page;
import java.util.ArrayList;
import java.util.List;

/**
 * Errors that the browser reports for a page: exceptions of scripts, and what it writes to its console.
 *
 * <p>An answer of an error's status is such a line too, and may arrive after the page has shown the answer. So a test
 * names the statuses that it provokes, and they are left out when the test ends, not while it runs.
 */
final class BrowserErrors {
    private final List<String> errors = new ArrayList<>();
    private final List<String> expected = new ArrayList<>();

    /** Collects the errors of the page from now on; returns the page. */
    Page watch(Page page) {
        page.onPageError(errors::add);
        page.onConsoleMessage(message -> {
            if (message.type().equals("error")) {
                errors.add(message.text());
            }
        });
        return page;
    }

    /** Says that requests of this test may be answered by the HTTP status. */
    void expectStatus(int status) {
        expected.add("status of " + status);
    }

    /** Fails where there was an error that no expected status explains. */
    void assertNone() {
        assertEquals(
                List.of(),
                errors.stream()
                        .filter(each -> expected.stream().noneMatch(each::contains))
                        .toList());
    }
}
