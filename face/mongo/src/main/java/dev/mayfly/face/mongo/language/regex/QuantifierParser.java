package dev.mayfly.face.mongo.language.regex;

import dev.mayfly.face.mongo.language.regex.RegexNode.Greed;
import org.jspecify.annotations.Nullable;

/** Reads the quantifiers of a pattern: {@code * + ? {2,5}}, greedy, lazy or possessive. Used once. */
final class QuantifierParser {
    private static final int REPEAT_MAX = 65_535;

    private final PatternText in;

    QuantifierParser(PatternText in) {
        this.in = in;
    }

    /** The repetition bounds of a part. */
    private record Bounds(int least, int most) {}

    /** Returns an atom that was read, repeated as the quantifier after it says, if there is one. */
    RegexNode quantified(RegexNode atom) {
        Bounds bounds = bounds();
        if (bounds == null) {
            return atom;
        }
        Greed greed = in.accept('+') ? Greed.POSSESSIVE : in.accept('?') != in.isUngreedy ? Greed.LAZY : Greed.GREEDY;
        return new RegexNode.Loop(atom, bounds.least, bounds.most, greed);
    }

    /** Returns whether the brace that is next begins a counted repeat, which is read then. */
    boolean hasBraces() {
        return braces() != null;
    }

    private @Nullable Bounds bounds() {
        if (in.accept('*')) {
            return new Bounds(0, RegexNode.UNBOUNDED);
        }
        if (in.accept('+')) {
            return new Bounds(1, RegexNode.UNBOUNDED);
        }
        return in.accept('?') ? new Bounds(0, 1) : in.peek() == '{' ? braces() : null;
    }

    /** Reads the numbers of a counted repeat; returns null if the brace stands for itself. */
    private @Nullable Bounds braces() {
        int mark = in.position();
        in.next();
        int least = in.number(10, 6);
        int most = least;
        if (least != PatternText.NONE && in.accept(',')) {
            most = in.number(10, 6);
            most = most == PatternText.NONE ? RegexNode.UNBOUNDED : most;
        }
        if (least == PatternText.NONE || !in.accept('}')) {
            in.back(mark);
            return null;
        }
        if (least > REPEAT_MAX || (most > REPEAT_MAX && most != RegexNode.UNBOUNDED)) {
            throw in.fault("number too big in {} quantifier");
        }
        if (least > most) {
            throw in.fault("numbers out of order in {} quantifier");
        }
        return new Bounds(least, most);
    }
}
