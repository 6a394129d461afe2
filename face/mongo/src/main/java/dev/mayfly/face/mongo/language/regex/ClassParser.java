package dev.mayfly.face.mongo.language.regex;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads one set of characters in brackets. */
final class ClassParser {
    /** Ranges beyond this size have too many letters to write out their cases for the linear engine. */
    private static final int FOLDED_RANGE_MAX = 1024;

    private final PatternText in;
    private final EscapeParser escapes;
    private final List<CodePoints> ranges = new ArrayList<>();
    private final List<CodePoints> shorthands = new ArrayList<>();
    private final StringBuilder linear = new StringBuilder();
    private boolean isLinear = true;
    private boolean isQuoted;

    ClassParser(PatternText in, EscapeParser escapes) {
        this.in = in;
        this.escapes = escapes;
    }

    /** The set whose opening bracket was read. */
    RegexNode read() {
        boolean isNegative = in.accept('^');
        boolean isFirst = true;
        while (isFirst || isQuoted || in.peek() != ']') {
            if (in.isAtEnd()) {
                throw in.fault("missing terminating ] for character class");
            }
            item();
            isFirst = false;
        }
        in.next();
        return node(isNegative);
    }

    private RegexNode node(boolean isNegative) {
        CodePoints plain = CodePoints.any(ranges);
        List<CodePoints> all = new ArrayList<>(shorthands);
        all.add(in.ignoresCase ? CodePoints.folded(plain) : plain);
        CodePoints set = CodePoints.any(all);
        return new RegexNode.Characters(
                isNegative ? CodePoints.not(set) : set, isLinear ? "[" + (isNegative ? "^" : "") + linear + "]" : null);
    }

    private void item() {
        if (in.accept("\\E")) {
            isQuoted = false;
            return;
        }
        if (!isQuoted && in.accept("\\Q")) {
            isQuoted = true;
            return;
        }
        if (!isQuoted && in.looksAt("[:") && posix()) {
            return;
        }
        int from = point();
        if (from == PatternText.NONE) {
            return;
        }
        int mark = in.position();
        if (!isQuoted && in.accept('-') && in.peek() != ']' && !in.isAtEnd()) {
            int sets = shorthands.size();
            int until = point();
            if (until != PatternText.NONE) {
                range(from, until);
                return;
            }
            if (shorthands.size() > sets) {
                range('-', '-');
            }
        } else {
            in.back(mark);
        }
        range(from, from);
    }

    /** One character, or {@link PatternText#NONE} after a set was added. */
    private int point() {
        int point = in.next();
        if (isQuoted || point != '\\') {
            return point;
        }
        int letter = in.next();
        EscapeParser.Shorthand set = escapes.shorthand(letter);
        if (set != null) {
            add(set.set(), set.linear());
            return PatternText.NONE;
        }
        if (letter == 'b') {
            return '\b';
        }
        if (letter >= '1' && letter <= '7') {
            in.back(in.position() - 1);
            return escapes.valid(in.number(8, 3));
        }
        return escapes.character(letter);
    }

    private void add(CodePoints set, @Nullable String text) {
        shorthands.add(set);
        isLinear &= text != null;
        linear.append(text);
    }

    private boolean posix() {
        int mark = in.position();
        in.next();
        in.next();
        boolean isNegative = in.accept('^');
        StringBuilder name = new StringBuilder();
        while (in.peek() >= 'a' && in.peek() <= 'z') {
            name.appendCodePoint(in.next());
        }
        if (!in.accept(":]")) {
            in.back(mark);
            return false;
        }
        boolean anyCase = in.ignoresCase
                && (name.toString().equals("upper") || name.toString().equals("lower"));
        CodePoints set = CodePoints.posix(anyCase ? "alpha" : name.toString(), in.isUnicode);
        if (set == null) {
            throw in.fault("unknown POSIX class name");
        }
        String text = in.isUnicode ? null : "[:" + (isNegative ? "^" : "") + (anyCase ? "alpha" : name) + ":]";
        add(isNegative ? CodePoints.not(set) : set, text);
        return true;
    }

    private void range(int from, int until) {
        if (from > until) {
            throw in.fault("range out of order in character class");
        }
        ranges.add(CodePoints.range(from, until));
        linear.append(LinearForm.character(from));
        if (until > from) {
            linear.append('-').append(LinearForm.character(until));
        }
        if (in.ignoresCase) {
            isLinear &= until - from <= FOLDED_RANGE_MAX;
            for (int point = from; isLinear && point <= until; point++) {
                LinearForm.appendCases(linear, point);
            }
        }
    }
}
