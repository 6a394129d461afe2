package dev.mayfly.face.mongo.language.regex;

import org.jspecify.annotations.Nullable;

/**
 * The position of a match in a text.
 *
 * @param slots the begin and the end of the whole match and of each group, in turn; -1 for a group that took no part
 */
public record RegexMatch(String text, int[] slots) {
    public int start() {
        return slots[0];
    }

    public int end() {
        return slots[1];
    }

    public int groupCount() {
        return slots.length / 2 - 1;
    }

    /** The text of a group, of the whole match for 0; null if it took no part. */
    public @Nullable String group(int group) {
        int from = slots[2 * group];
        return from < 0 ? null : text.substring(from, slots[2 * group + 1]);
    }
}
