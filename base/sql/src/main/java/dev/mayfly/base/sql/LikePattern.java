package dev.mayfly.base.sql;

import dev.mayfly.base.query.RequestGuard;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A pattern of LIKE, put together from what a language reads in its own way. Matching takes no more steps than the
 * product of both lengths. Immutable.
 *
 * <p>Hot: the parts are numbers, those of characters from 0.
 */
public final class LikePattern {
    private static final int ANY_TEXT = -1;
    private static final int ANY_CHARACTER = -2;
    private static final int FIRST_SET = -3;

    private final int[] parts;
    private final List<CharacterSet> sets;

    private LikePattern(int[] parts, List<CharacterSet> sets) {
        this.parts = parts;
        this.sets = sets;
    }

    /** Characters from one until and with another. */
    public record CharacterSpan(int first, int last) {}

    /** The characters of the spans, or all others. */
    private record CharacterSet(List<CharacterSpan> spans, boolean negated) {
        boolean contains(int character) {
            for (CharacterSpan span : spans) {
                if (character >= span.first && character <= span.last) {
                    return !negated;
                }
            }
            return negated;
        }
    }

    /** A pattern while it is put together, part by part. */
    public static final class Builder {
        private final int[] parts;
        private final List<CharacterSet> sets = new ArrayList<>();
        private int length;

        /** @param partsMax the most parts, such as the characters of the pattern */
        public Builder(int partsMax) {
            this.parts = new int[partsMax];
        }

        /** Adds a character that means itself. */
        public void character(int character) {
            parts[length++] = character;
        }

        /** Adds any number of characters. */
        public void anyText() {
            if (length == 0 || parts[length - 1] != ANY_TEXT) {
                parts[length++] = ANY_TEXT;
            }
        }

        public void anyCharacter() {
            parts[length++] = ANY_CHARACTER;
        }

        /** Adds one character of these, or one that is none of these. */
        public void oneOf(List<CharacterSpan> spans, boolean negated) {
            parts[length++] = FIRST_SET - sets.size();
            sets.add(new CharacterSet(List.copyOf(spans), negated));
        }

        public LikePattern build() {
            return new LikePattern(Arrays.copyOf(parts, length), List.copyOf(sets));
        }
    }

    /** Returns the text with which every match begins. */
    public String prefix() {
        StringBuilder prefix = new StringBuilder();
        for (int part : parts) {
            if (part < 0) {
                break;
            }
            prefix.appendCodePoint(part);
        }
        return prefix.toString();
    }

    /** Returns whether the pattern is a literal text that it alone matches. */
    public boolean isLiteral() {
        for (int part : parts) {
            if (part < 0) {
                return false;
            }
        }
        return true;
    }

    public boolean matches(String text) {
        int part = 0;
        int at = 0;
        int restartPart = -1;
        int restartAt = -1;
        RequestGuard guard = RequestGuard.current();
        while (at < text.length()) {
            guard.step();
            if (part < parts.length && parts[part] == ANY_TEXT) {
                restartPart = ++part;
                restartAt = at;
                continue;
            }
            int character = text.codePointAt(at);
            if (part < parts.length && accepts(parts[part], character)) {
                part++;
                at += Character.charCount(character);
            } else if (restartPart >= 0) {
                // The last one of any text takes one character more; none before it need be tried again.
                part = restartPart;
                restartAt += Character.charCount(text.codePointAt(restartAt));
                at = restartAt;
            } else {
                return false;
            }
        }
        while (part < parts.length && parts[part] == ANY_TEXT) {
            part++;
        }
        return part == parts.length;
    }

    private boolean accepts(int part, int character) {
        return part == character
                || part == ANY_CHARACTER
                || (part <= FIRST_SET && sets.get(FIRST_SET - part).contains(character));
    }
}
