package dev.mayfly.test.console;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Playwright;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.opentest4j.TestAbortedException;

/** Debian's Chromium under Playwright: one for all classes of tests of a JVM, since it takes seconds to start. */
final class Chromium implements AutoCloseable {
    private static final long INSTALL_SECONDS_MAX = 300;

    private static @Nullable Chromium running;

    private final Playwright playwright;
    private final Browser browser;

    private Chromium(Path executable) {
        playwright = Playwright.create(
                new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
        browser = playwright
                .chromium()
                .launch(new BrowserType.LaunchOptions()
                        .setExecutablePath(executable)
                        .setArgs(List.of("--no-sandbox", "--disable-gpu", "--force-color-profile=srgb")));
    }

    /** Skips the test, loudly, where there is no Chromium and none can be installed. */
    static synchronized Chromium start() {
        Chromium known = running;
        if (known == null) {
            known = launched();
            running = known;
            Runtime.getRuntime().addShutdownHook(new Thread(known.playwright::close));
        }
        return known;
    }

    private static Chromium launched() {
        String path = path();
        if (path.isEmpty()) {
            String words = "there is no Chromium, and chromium.sh could not install one: the console was NOT tested";
            System.err.println("SKIPPED: " + words);
            throw new TestAbortedException(words);
        }
        return new Chromium(Path.of(path));
    }

    private static String path() {
        try {
            Process script = new ProcessBuilder(
                            "sh", Path.of("chromium.sh").toAbsolutePath().toString())
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            if (!script.waitFor(INSTALL_SECONDS_MAX, TimeUnit.SECONDS)) {
                script.destroyForcibly();
                return "";
            }
            String printed = new String(script.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return printed.lines().findFirst().orElse("");
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return "";
        }
    }

    Browser browser() {
        return browser;
    }

    /** Closes every window; the browser waits for the next class. */
    @Override
    public void close() {
        List.copyOf(browser.contexts()).forEach(BrowserContext::close);
    }
}
