package dev.mayfly.face.mongo.language.regex;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The capturing groups of a pattern as far as it has been read, and the references to them. Used once. */
final class PatternGroups {
    private final Map<String, Integer> names = new HashMap<>();
    private int count;
    private int highestReference;

    int count() {
        return count;
    }

    /** Gives the next group the number after this one. */
    void continueAfter(int group) {
        count = group;
    }

    /** Returns the number of a new group, which may have a name. */
    int open(@Nullable String name) {
        count++;
        if (name != null) {
            names.put(name, count);
        }
        return count;
    }

    boolean has(String name) {
        return names.containsKey(name);
    }

    /** Notes a reference to a group that may stand later in the pattern. */
    void refer(int group) {
        highestReference = Math.max(highestReference, group);
    }

    /** Returns the number of a group by its name, its number, or its distance from here. */
    int named(String name, PatternText in) {
        if (name.matches("[+-]?\\d{1,9}")) {
            int number = Integer.parseInt(name);
            int group = name.startsWith("-") ? count + 1 + number : name.startsWith("+") ? count + number : number;
            if (group < 1) {
                throw missing(in);
            }
            return group;
        }
        Integer group = names.get(name);
        if (group == null) {
            throw missing(in);
        }
        return group;
    }

    /** @throws RegexFault if a reference has no group, now that the pattern has been read */
    void checkReferences(PatternText in) {
        if (highestReference > count) {
            throw missing(in);
        }
    }

    private static RegexFault missing(PatternText in) {
        return in.fault("reference to non-existent subpattern");
    }
}
