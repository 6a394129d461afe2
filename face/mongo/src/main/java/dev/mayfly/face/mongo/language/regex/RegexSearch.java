package dev.mayfly.face.mongo.language.regex;

import com.google.re2j.Matcher;
import dev.mayfly.base.query.value.Text;
import dev.mayfly.face.mongo.language.error.QueryException;
import org.jspecify.annotations.Nullable;

/** The matches of one pattern in one text, whose limits they share. Not safe for concurrent use. */
public final class RegexSearch {
    private static final int EXECUTION_FAILED = 51156;

    private final String text;
    private final @Nullable String literal;
    private final @Nullable Matcher linear;
    private final BacktrackMatcher backtracking;

    RegexSearch(String text, @Nullable String literal, @Nullable Matcher linear, BacktrackMatcher backtracking) {
        this.text = text;
        this.literal = literal;
        this.linear = linear;
        this.backtracking = backtracking;
    }

    /**
     * Returns the first match that begins at or after a place; null if there is none.
     *
     * @throws QueryException if a limit of steps, memory or time is reached first
     */
    public @Nullable RegexMatch find(int from) {
        if (literal != null) {
            int at = Text.indexOf(text, literal, from);
            return at < 0 || from > text.length() ? null : new RegexMatch(text, new int[] {at, at + literal.length()});
        }
        if (linear != null) {
            return linear.find(from) ? matchOf(linear) : null;
        }
        try {
            return backtracking.find(from);
        } catch (RegexLimitException e) {
            throw new QueryException(
                    EXECUTION_FAILED,
                    "Location51156",
                    "Error occurred while executing regular expression: " + e.getMessage());
        }
    }

    private RegexMatch matchOf(Matcher matcher) {
        int[] slots = new int[2 * (matcher.groupCount() + 1)];
        for (int group = 0; group <= matcher.groupCount(); group++) {
            slots[2 * group] = matcher.start(group);
            slots[2 * group + 1] = matcher.end(group);
        }
        return new RegexMatch(text, slots);
    }
}
