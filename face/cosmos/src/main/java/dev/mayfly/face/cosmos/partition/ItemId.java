package dev.mayfly.face.cosmos.partition;

import dev.mayfly.base.document.JsonView;
import dev.mayfly.base.document.ValueType;
import dev.mayfly.face.cosmos.error.CosmosException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** The rules for the id of an item. */
public final class ItemId {
    private static final int BYTES_MAX = 1023;
    private static final int SHOWN_MAX = 100;

    private ItemId() {}

    public static String of(@Nullable JsonView id) {
        if (id == null || id.type() == ValueType.NULL) {
            throw ItemErrors.invalid(
                    "The input content is invalid because the required properties - 'id; ' - are missing");
        }
        if (id.type() != ValueType.STRING) {
            throw ItemErrors.invalid("One of the specified inputs is invalid");
        }
        return require(id.stringValue());
    }

    /** Refuses what no item may be called. */
    public static String require(String id) {
        if (id.isEmpty() || id.length() > BYTES_MAX) {
            throw invalid(id);
        }
        boolean isShort = id.length() <= BYTES_MAX / 3;
        if (!isShort && id.getBytes(StandardCharsets.UTF_8).length > BYTES_MAX) {
            throw invalid(id);
        }
        if (!isText(id)) {
            throw invalid(id);
        }
        for (int at = 0; at < id.length(); at++) {
            char c = id.charAt(at);
            if (c == '/' || c == '\\' || c == '?' || c == '#' || c < ' ') {
                throw invalid(id);
            }
        }
        return id;
    }

    /**
     * Returns true if it contains no lone surrogate, which UTF-8 cannot encode: two such texts would become one key.
     */
    static boolean isText(String text) {
        for (int at = 0; at < text.length(); at++) {
            char c = text.charAt(at);
            if (Character.isSurrogate(c)) {
                boolean isPair = Character.isHighSurrogate(c)
                        && at + 1 < text.length()
                        && Character.isLowSurrogate(text.charAt(at + 1));
                if (!isPair) {
                    return false;
                }
                at++;
            }
        }
        return true;
    }

    private static CosmosException invalid(String id) {
        String shown = id.length() > SHOWN_MAX ? id.substring(0, SHOWN_MAX) + "..." : id;
        return ItemErrors.invalid("The input name '" + shown
                + "' is invalid. Ensure to provide a unique non-empty string less than '1024' characters, without '/',"
                + " '\\', '?' and '#'.");
    }
}
