package dev.mayfly.app.console;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.mayfly.face.transport.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A part of a list.
 *
 * @param next what to ask for to go on behind it, or null at the end
 */
record Page<T>(
        List<T> items,
        @JsonInclude(JsonInclude.Include.ALWAYS) @Nullable String next) {
    static final int LIMIT = 100;
    static final int LIMIT_MAX = 1_000;

    /** The parameters by which a page is asked for. */
    static final String[] PARAMETERS = {"limit", "after"};

    Page {
        items = List.copyOf(items);
    }

    /**
     * Which part is asked for.
     *
     * @param after the position behind which it begins, a key, or null for the beginning
     */
    record Wanted(int limit, byte @Nullable [] after) {
        static Wanted of(HttpRequest request) {
            return new Wanted(Queries.number(request, "limit", LIMIT, 1, LIMIT_MAX), position(request));
        }

        /** The position as text, or null. */
        @Nullable
        String text() {
            return after == null ? null : new String(after, StandardCharsets.UTF_8);
        }
    }

    /** What the parameter {@code after} of a request stands for. */
    static byte @Nullable [] position(HttpRequest request) {
        String token = request.queryValue("after");
        if (token == null) {
            return null;
        }
        try {
            return Base64.getUrlDecoder().decode(token);
        } catch (IllegalArgumentException _) {
            throw AdminException.badRequest("after is not the next of an earlier answer");
        }
    }

    static String token(byte[] position) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(position);
    }

    static String token(String position) {
        return token(position.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * The wanted part of a list in memory.
     *
     * @param sorted by their positions
     */
    static <T> Page<T> of(List<T> sorted, Wanted wanted, Function<T, String> positionOf) {
        String after = wanted.text();
        List<T> items = new ArrayList<>();
        for (T item : sorted) {
            boolean isBehind = after == null || positionOf.apply(item).compareTo(after) > 0;
            if (isBehind && items.size() == wanted.limit()) {
                return new Page<>(items, token(positionOf.apply(items.getLast())));
            }
            if (isBehind) {
                items.add(item);
            }
        }
        return new Page<>(items, null);
    }
}
