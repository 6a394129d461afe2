package dev.mayfly.face.cosmos.http;

import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** The ids of requests whose client gave none. Safe for concurrent use. */
final class ActivityIds {
    private static final int LENGTH_MAX = 64;

    private final UUID first = UUID.randomUUID();
    private final AtomicLong given = new AtomicLong();

    /** The client's own, as long as it can stand in a header field. */
    String of(@Nullable String sent) {
        if (sent != null && !sent.isEmpty() && sent.length() <= LENGTH_MAX && isPlain(sent)) {
            return sent;
        }
        long least = first.getLeastSignificantBits() ^ given.incrementAndGet();
        return new UUID(first.getMostSignificantBits(), least).toString();
    }

    private static boolean isPlain(String text) {
        for (int index = 0; index < text.length(); index++) {
            char c = text.charAt(index);
            if (c <= ' ' || c > '~') {
                return false;
            }
        }
        return true;
    }
}
