package dev.mayfly.face.couchbase.language.function;

import dev.mayfly.base.sql.LikePattern;
import dev.mayfly.face.couchbase.language.value.N1qlException;

/** Reads patterns of LIKE: {@code %} is any text, {@code _} any character. */
public final class N1qlLike {
    private N1qlLike() {}

    /** @param escape the one character that takes the next one's meaning away */
    public static LikePattern pattern(String pattern, String escape) {
        if (escape.codePointCount(0, escape.length()) != 1) {
            throw N1qlException.evaluation("invalid escape character '" + escape + "'");
        }
        int escaping = escape.codePointAt(0);
        int[] text = pattern.codePoints().toArray();
        LikePattern.Builder parts = new LikePattern.Builder(text.length);
        for (int at = 0; at < text.length; at++) {
            int c = text[at];
            if (c == escaping && at + 1 < text.length) {
                parts.character(text[++at]);
            } else if (c == '%') {
                parts.anyText();
            } else if (c == '_') {
                parts.anyCharacter();
            } else {
                parts.character(c);
            }
        }
        return parts.build();
    }
}
