package dev.mayfly.face.couchbase.xdcr.filter;

import com.google.re2j.Pattern;
import dev.mayfly.base.query.PatternBounds;
import java.util.function.Predicate;

/** The regular expressions of filters. */
final class FilterPattern {
    /*
     * All but one construct are matched in time that is linear in the text. Lookahead, which filters have and SQL++ has not,
     * needs a matcher that tries ways one after the other; it is stopped when it has looked at too many characters.
     */
    private static final int STEPS_MAX = 2_000_000;

    private FilterPattern() {}

    /** Returns a test of whether a text contains a match. */
    static Predicate<String> finder(String pattern) throws FilterSyntaxException {
        String fault = PatternBounds.faultOf(pattern);
        if (!fault.isEmpty()) {
            throw new FilterSyntaxException(fault);
        }
        boolean looksAhead = pattern.contains("(?=") || pattern.contains("(?!");
        return looksAhead ? lookingAhead(pattern) : linear(pattern);
    }

    private static Predicate<String> linear(String pattern) throws FilterSyntaxException {
        try {
            Pattern compiled = Pattern.compile(pattern);
            return text -> compiled.matcher(text).find();
        } catch (com.google.re2j.PatternSyntaxException wrong) {
            throw new FilterSyntaxException("The regular expression is malformed: " + wrong.getDescription());
        }
    }

    private static Predicate<String> lookingAhead(String pattern) throws FilterSyntaxException {
        try {
            java.util.regex.Pattern compiled = java.util.regex.Pattern.compile(pattern);
            return text -> compiled.matcher(new CountedText(text, new int[] {STEPS_MAX}))
                    .find();
        } catch (java.util.regex.PatternSyntaxException wrong) {
            throw new FilterSyntaxException("The regular expression is malformed: " + wrong.getDescription());
        }
    }

    /** A text whose characters may be looked at a bounded number of times, which its parts share. */
    private static final class CountedText implements CharSequence {
        private final CharSequence text;
        private final int[] left;

        CountedText(CharSequence text, int[] left) {
            this.text = text;
            this.left = left;
        }

        @Override
        public char charAt(int index) {
            if (--left[0] < 0) {
                throw new UnfilterableException();
            }
            return text.charAt(index);
        }

        @Override
        public int length() {
            return text.length();
        }

        @Override
        public CharSequence subSequence(int start, int end) {
            return new CountedText(text.subSequence(start, end), left);
        }

        @Override
        public String toString() {
            return text.toString();
        }
    }
}
