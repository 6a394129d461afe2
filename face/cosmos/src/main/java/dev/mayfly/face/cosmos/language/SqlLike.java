package dev.mayfly.face.cosmos.language;

import dev.mayfly.base.sql.LikePattern;
import dev.mayfly.base.sql.LikePattern.CharacterSpan;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads patterns of LIKE: {@code %} is any text, {@code _} any character, {@code [a-c]} one of these and {@code [^a-c]}
 * one of none of these.
 */
final class SqlLike {
    private SqlLike() {}

    /** @param escape the character that takes the next one's meaning away, or null */
    static LikePattern pattern(String pattern, @Nullable String escape) {
        int[] text = pattern.codePoints().toArray();
        int escaping = escape == null || escape.isEmpty() ? -1 : escape.codePointAt(0);
        LikePattern.Builder parts = new LikePattern.Builder(text.length);
        int at = 0;
        while (at < text.length) {
            int c = text[at++];
            if (c == escaping && at < text.length) {
                parts.character(text[at++]);
            } else if (c == '%') {
                parts.anyText();
            } else if (c == '_') {
                parts.anyCharacter();
            } else if (c == '[') {
                at = addSet(text, at, parts);
            } else {
                parts.character(c);
            }
        }
        return parts.build();
    }

    /** Reads what stands behind an opening bracket, which means itself if none closes it. */
    private static int addSet(int[] text, int from, LikePattern.Builder parts) {
        int end = from;
        while (end < text.length && text[end] != ']') {
            end++;
        }
        if (end == text.length) {
            parts.character('[');
            return from;
        }
        boolean negated = from < end && text[from] == '^';
        List<CharacterSpan> spans = new ArrayList<>();
        int at = negated ? from + 1 : from;
        while (at < end) {
            boolean range = at + 2 < end && text[at + 1] == '-';
            spans.add(new CharacterSpan(text[at], text[range ? at + 2 : at]));
            at += range ? 3 : 1;
        }
        parts.oneOf(spans, negated);
        return end + 1;
    }
}
