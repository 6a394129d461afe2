package dev.mayfly.test.console;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import org.jspecify.annotations.Nullable;

/** One browser before one filled server. */
final class ConsoleFixture implements AutoCloseable {
    private static final double TIMEOUT_MILLIS = 15_000;

    private @Nullable Chromium chromium;
    private @Nullable Ground ground;

    void start() throws Exception {
        chromium = Chromium.start();
        Ground filled = Ground.filled();
        ground = filled;
        filled.addHostile();
    }

    Ground ground() {
        Ground started = ground;
        if (started == null) {
            throw new IllegalStateException("not started");
        }
        return started;
    }

    String url(String path) {
        return ground().url() + path;
    }

    BrowserContext context(Browser.NewContextOptions options) {
        Chromium started = chromium;
        if (started == null) {
            throw new IllegalStateException("not started");
        }
        BrowserContext context = started.browser().newContext(options);
        context.setDefaultTimeout(TIMEOUT_MILLIS);
        return context;
    }

    @Override
    public void close() {
        if (ground != null) {
            ground.close();
        }
        if (chromium != null) {
            chromium.close();
        }
    }
}
