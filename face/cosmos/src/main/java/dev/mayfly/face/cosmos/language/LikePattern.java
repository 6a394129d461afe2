package dev.mayfly.face.cosmos.language;

import dev.mayfly.base.query.RequestGuard;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A pattern of LIKE: {@code %} is any text, {@code _} any character, {@code [a-c]} one of these and {@code [^a-c]} one of
 * none of these. Matching takes no more steps than the product of both lengths. Immutable.
 */
final class LikePattern {
    private final List<Part> parts;

    private LikePattern(List<Part> parts) {
        this.parts = parts;
    }

    private sealed interface Part {}

    /** Any number of characters. */
    private record AnyText() implements Part {}

    /** Characters from one until and with another. */
    private record Span(int first, int last) {}

    /** A character that is in the spans, or in none of them. */
    private record OneOf(List<Span> spans, boolean negated) implements Part {
        boolean accepts(int character) {
            for (Span span : spans) {
                if (character >= span.first && character <= span.last) {
                    return !negated;
                }
            }
            return negated;
        }
    }

    /**
     * Reads a pattern.
     *
     * @param escape the character that takes the next one's meaning away, or null
     */
    static LikePattern of(String pattern, @Nullable String escape) {
        int[] text = pattern.codePoints().toArray();
        int escaping = escape == null || escape.isEmpty() ? -1 : escape.codePointAt(0);
        List<Part> parts = new ArrayList<>();
        int at = 0;
        while (at < text.length) {
            int c = text[at++];
            if (c == escaping && at < text.length) {
                parts.add(literal(text[at++]));
            } else if (c == '%') {
                if (parts.isEmpty() || !(parts.getLast() instanceof AnyText)) {
                    parts.add(new AnyText());
                }
            } else if (c == '_') {
                parts.add(new OneOf(List.of(), true));
            } else if (c == '[') {
                at = addSet(text, at, parts);
            } else {
                parts.add(literal(c));
            }
        }
        return new LikePattern(parts);
    }

    private static OneOf literal(int character) {
        return new OneOf(List.of(new Span(character, character)), false);
    }

    /** Reads what stands behind an opening bracket, which means itself if none closes it. */
    private static int addSet(int[] text, int from, List<Part> parts) {
        int end = from;
        while (end < text.length && text[end] != ']') {
            end++;
        }
        if (end == text.length) {
            parts.add(literal('['));
            return from;
        }
        boolean negated = from < end && text[from] == '^';
        List<Span> spans = new ArrayList<>();
        int at = negated ? from + 1 : from;
        while (at < end) {
            boolean range = at + 2 < end && text[at + 1] == '-';
            spans.add(new Span(text[at], text[range ? at + 2 : at]));
            at += range ? 3 : 1;
        }
        parts.add(new OneOf(spans, negated));
        return end + 1;
    }

    /** The text that whatever matches begins with. */
    String prefix() {
        StringBuilder prefix = new StringBuilder();
        for (Part part : parts) {
            if (!(part instanceof OneOf(List<Span> spans, boolean negated))
                    || negated
                    || spans.size() != 1
                    || spans.getFirst().first != spans.getFirst().last) {
                break;
            }
            prefix.appendCodePoint(spans.getFirst().first);
        }
        return prefix.toString();
    }

    boolean matches(String text) {
        int part = 0;
        int at = 0;
        int restartPart = -1;
        int restartAt = -1;
        RequestGuard guard = RequestGuard.current();
        while (at < text.length()) {
            guard.step();
            if (isAnyText(part)) {
                restartPart = ++part;
                restartAt = at;
                continue;
            }
            int character = text.codePointAt(at);
            if (part < parts.size() && parts.get(part) instanceof OneOf one && one.accepts(character)) {
                part++;
                at += Character.charCount(character);
            } else if (restartPart >= 0) {
                // The last % takes one character more; none before it need be tried again.
                part = restartPart;
                restartAt += Character.charCount(text.codePointAt(restartAt));
                at = restartAt;
            } else {
                return false;
            }
        }
        while (isAnyText(part)) {
            part++;
        }
        return part == parts.size();
    }

    private boolean isAnyText(int part) {
        return part < parts.size() && parts.get(part) instanceof AnyText;
    }
}
