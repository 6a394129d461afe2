package dev.mayfly.app.console.webhook;

import dev.mayfly.engine.event.EventScope;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A receiver that is sent events by requests to its server.
 *
 * @param secret the key that signs the requests
 * @param collections those whose events are sent, each {@code face/database/collection}; empty for all
 * @param reasons those whose events are sent; empty for all
 * @param documents whether events contain the documents
 * @param batch the most events in one request
 * @param timeout the time that one request may take
 * @param attempts the number of tries before a request is given up
 */
public record Webhook(
        String name,
        URI url,
        String secret,
        List<String> collections,
        List<String> reasons,
        boolean documents,
        int batch,
        Duration timeout,
        int attempts) {
    public static final int BATCH_MAX = 1_000;
    public static final int ATTEMPTS_MAX = 100;
    public static final Duration TIMEOUT_MAX = Duration.ofMinutes(1);

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");
    private static final int SECRET_CHARS_MIN = 16;

    public Webhook {
        collections = List.copyOf(collections);
        reasons = List.copyOf(reasons);
        require(NAME.matcher(name).matches(), "a name has at most 64 letters, digits, dots, lines and underscores");
        String scheme = url.getScheme();
        boolean isHttp = "http".equalsIgnoreCase(scheme) || "https".equalsIgnoreCase(scheme);
        require(isHttp && url.getHost() != null, "the url begins with http:// or https:// and names a host");
        require(url.getRawUserInfo() == null, "a url with a password in it is not kept; check the signature instead");
        require(secret.length() >= SECRET_CHARS_MIN, "a secret has at least " + SECRET_CHARS_MIN + " characters");
        require(batch >= 1 && batch <= BATCH_MAX, "batch is a number from 1 to " + BATCH_MAX);
        require(attempts >= 1 && attempts <= ATTEMPTS_MAX, "attempts is a number from 1 to " + ATTEMPTS_MAX);
        boolean isTimeout = timeout.toMillis() >= 1 && timeout.compareTo(TIMEOUT_MAX) <= 0;
        require(isTimeout, "timeout is at most " + TIMEOUT_MAX.toSeconds() + "s");
        EventWords.scope(collections, reasons);
    }

    private static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new IllegalArgumentException(otherwise);
        }
    }

    public EventScope scope() {
        return EventWords.scope(collections, reasons);
    }

    @Override
    public String toString() {
        return name + " to " + url.getHost();
    }
}
