package dev.mayfly.face.mongo.language.regex;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A part of a regular expression, as it was read. */
sealed interface RegexNode {
    /** No upper bound of a loop. */
    int UNBOUNDED = Integer.MAX_VALUE;

    RegexNode EMPTY = new Sequence(List.of());

    record Sequence(List<RegexNode> parts) implements RegexNode {}

    record Alternation(List<RegexNode> branches) implements RegexNode {}

    /** @param folds whether all cases of the letter will do */
    record Literal(int point, boolean folds) implements RegexNode {}

    /** @param linear the same set as the linear engine writes it, or null if it cannot */
    record Characters(CodePoints set, @Nullable String linear) implements RegexNode {}

    record Capture(int group, RegexNode body) implements RegexNode {}

    enum Greed {
        GREEDY,
        LAZY,
        POSSESSIVE
    }

    record Loop(RegexNode body, int least, int most, Greed greed) implements RegexNode {}

    /** The condition at a place between two characters. */
    enum Place {
        TEXT_START,
        TEXT_END,
        /** At the end, or before a newline that ends the text. */
        LAST_LINE_END,
        LINE_START,
        LINE_END,
        WORD_BOUNDARY,
        NO_WORD_BOUNDARY,
        SEARCH_START
    }

    record At(Place place) implements RegexNode {}

    record Look(RegexNode body, boolean isBehind, boolean isNegative) implements RegexNode {}

    record Atomic(RegexNode body) implements RegexNode {}

    /** The text that a group has matched, once more. */
    record Reference(int group, boolean folds) implements RegexNode {}

    /** One of two, by whether a group has matched. */
    record Conditional(int group, RegexNode yes, RegexNode no) implements RegexNode {}

    /** The match begins here. */
    record KeepOut() implements RegexNode {}

    enum Verb {
        ACCEPT,
        FAIL,
        COMMIT,
        PRUNE,
        SKIP,
        THEN
    }

    record Control(Verb verb) implements RegexNode {}
}
