package dev.mayfly.app.console.http;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.mayfly.app.console.error.AdminException;
import dev.mayfly.face.transport.http.HttpRequest;
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
public record Page<T>(
        List<T> items,
        @JsonInclude(JsonInclude.Include.ALWAYS) @Nullable String next) {
    public static final int LIMIT = 100;
    public static final int LIMIT_MAX = 1_000;

    public Page {
        items = List.copyOf(items);
    }

    /** Returns the parameters by which a page is asked for. */
    public static String[] parameters() {
        return new String[] {"limit", "after"};
    }

    /**
     * The requested part of a list.
     *
     * @param after the position after which it begins, a key, or null for the beginning
     */
    public record Wanted(int limit, byte @Nullable [] after) {
        public static Wanted of(HttpRequest request) {
            return new Wanted(Queries.number(request, "limit", LIMIT, 1, LIMIT_MAX), position(request));
        }

        /** The position as text, or null. */
        @Nullable
        public String text() {
            return after == null ? null : new String(after, StandardCharsets.UTF_8);
        }
    }

    /** Returns the position that the parameter {@code after} of a request stands for. */
    public static byte @Nullable [] position(HttpRequest request) {
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

    public static String token(byte[] position) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(position);
    }

    public static String token(String position) {
        return token(position.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * The wanted part of a list in memory.
     *
     * @param sorted by their positions
     */
    public static <T> Page<T> of(List<T> sorted, Wanted wanted, Function<T, String> positionOf) {
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
