package dev.mayfly.face.couchbase.language.tree;

import dev.mayfly.face.couchbase.language.value.N1qlException;
import java.util.ArrayList;
import java.util.List;

/**
 * The bucket and the scope in which a keyspace of one word is looked up; empty for none, where such a word is a bucket.
 *
 * @param text as it was sent, such as {@code default:`travel`.`inventory`}
 */
public record QueryContext(String text, String bucket, String scope) {
    public static final QueryContext NONE = new QueryContext("", "", "");

    private static final int INVALID = 10201;

    public boolean isNone() {
        return bucket.isEmpty();
    }

    /** Reads {@code [namespace:][bucket.scope]}, each name perhaps between grave accents. */
    public static QueryContext of(String text) {
        List<String> parts = parts(text);
        if (parts.isEmpty()) {
            return NONE;
        }
        if (parts.size() != 2) {
            throw new N1qlException(INVALID, "Invalid query_context specified: " + text);
        }
        return new QueryContext(text, parts.get(0), parts.get(1));
    }

    private static List<String> parts(String text) {
        List<String> parts = new ArrayList<>();
        StringBuilder part = new StringBuilder();
        boolean quoted = false;
        boolean any = false;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '`') {
                quoted = !quoted;
                any = true;
            } else if (c == ':' && !quoted) {
                // The namespace; there is but one.
                part.setLength(0);
                any = false;
            } else if (c == '.' && !quoted) {
                parts.add(part.toString());
                part.setLength(0);
                any = false;
            } else {
                part.append(c);
                any = true;
            }
        }
        if (any) {
            parts.add(part.toString());
        }
        return parts;
    }
}
