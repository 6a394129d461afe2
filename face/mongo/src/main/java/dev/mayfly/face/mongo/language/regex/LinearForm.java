package dev.mayfly.face.mongo.language.regex;

import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Writes a pattern for the linear engine, if that means the same by it. Used once. */
final class LinearForm {
    /*
     * The linear engine takes the same branches in the same order, but supports neither lookaround nor references, nor
     * groups and loops that keep what they took. Within the common syntax it means other things by $, \s, \v and \w
     * under i, so nothing is handed over as it stands: sets are written out, and so are the cases of letters. Two
     * differences remain and are told to the caller. Before a newline that ends the text, $ and (with m) ^ differ. And
     * a loop whose body can match nothing is left at another moment, so that it is found in the same texts, but maybe
     * with other ends.
     */
    private static final int REPEAT_MAX = 1000;

    private final StringBuilder out = new StringBuilder();
    private int groups;
    private boolean isLinear = true;
    private boolean asksForLines;
    private boolean hasEmptyLoops;

    private LinearForm() {}

    /**
     * The written pattern.
     *
     * @param asksForLines whether the answer can differ for a text that ends with a newline
     * @param hasEmptyLoops whether the ends of a match can differ
     */
    record Written(String text, boolean asksForLines, boolean hasEmptyLoops) {}

    static @Nullable Written of(RegexNode root) {
        LinearForm form = new LinearForm();
        form.write(root);
        return form.isLinear ? new Written(form.out.toString(), form.asksForLines, form.hasEmptyLoops) : null;
    }

    static String character(int point) {
        boolean isPlain = point < 0x80 && Character.isLetterOrDigit(point);
        return isPlain ? Character.toString(point) : "\\x{" + Integer.toHexString(point) + "}";
    }

    /** The other cases of a letter. */
    static void appendCases(StringBuilder out, int point) {
        Set<Integer> cases = new LinkedHashSet<>();
        cases.add(Character.toLowerCase(point));
        cases.add(Character.toUpperCase(point));
        for (int other : CodePoints.Orbits.of(point)) {
            cases.add(other);
        }
        cases.remove(point);
        cases.forEach(other -> out.append(character(other)));
    }

    private void write(RegexNode node) {
        switch (node) {
            case RegexNode.Sequence(var parts) -> parts.forEach(this::write);
            case RegexNode.Alternation(var branches) -> {
                String before = "(?:";
                for (RegexNode branch : branches) {
                    out.append(before);
                    write(branch);
                    before = "|";
                }
                out.append(')');
            }
            case RegexNode.Literal(int point, boolean folds) -> literal(point, folds);
            case RegexNode.Characters(var _, String linear) -> {
                isLinear &= linear != null;
                out.append(linear);
            }
            case RegexNode.Capture(int group, RegexNode body) -> {
                // Groups of different branches can have the same number.
                isLinear &= group == ++groups;
                out.append('(');
                write(body);
                out.append(')');
            }
            case RegexNode.Loop loop -> loop(loop);
            case RegexNode.At(RegexNode.Place place) -> place(place);
            case RegexNode.Look _,
                    RegexNode.Atomic _,
                    RegexNode.Reference _,
                    RegexNode.Conditional _,
                    RegexNode.KeepOut _,
                    RegexNode.Control _ -> isLinear = false;
        }
    }

    private void literal(int point, boolean folds) {
        if (folds) {
            out.append('[').append(character(point));
            appendCases(out, point);
            out.append(']');
        } else {
            out.append(character(point));
        }
    }

    private void loop(RegexNode.Loop loop) {
        boolean isBounded = loop.most() != RegexNode.UNBOUNDED;
        isLinear &= loop.greed() != RegexNode.Greed.POSSESSIVE
                && loop.least() <= REPEAT_MAX
                && (!isBounded || loop.most() <= REPEAT_MAX);
        hasEmptyLoops |= canBeEmpty(loop.body());
        out.append("(?:");
        write(loop.body());
        out.append("){").append(loop.least()).append(',');
        out.append(isBounded ? String.valueOf(loop.most()) : "").append('}');
        out.append(loop.greed() == RegexNode.Greed.LAZY ? "?" : "");
    }

    private void place(RegexNode.Place place) {
        switch (place) {
            case TEXT_START -> out.append("\\A");
            case TEXT_END -> out.append("\\z");
            case LAST_LINE_END -> {
                asksForLines = true;
                out.append("\\z");
            }
            case LINE_START -> {
                asksForLines = true;
                out.append("(?m:^)");
            }
            case LINE_END -> out.append("(?m:$)");
            case WORD_BOUNDARY -> out.append("\\b");
            case NO_WORD_BOUNDARY -> out.append("\\B");
            case SEARCH_START -> isLinear = false;
        }
    }

    /** Returns whether a part can match the empty text. */
    static boolean canBeEmpty(RegexNode node) {
        return switch (node) {
            case RegexNode.Sequence(var parts) -> parts.stream().allMatch(LinearForm::canBeEmpty);
            case RegexNode.Alternation(var branches) -> branches.stream().anyMatch(LinearForm::canBeEmpty);
            case RegexNode.Literal _, RegexNode.Characters _ -> false;
            case RegexNode.Capture(var _, RegexNode body) -> canBeEmpty(body);
            case RegexNode.Atomic(RegexNode body) -> canBeEmpty(body);
            case RegexNode.Loop loop -> loop.least() == 0 || canBeEmpty(loop.body());
            case RegexNode.Conditional(var _, RegexNode yes, RegexNode no) -> canBeEmpty(yes) || canBeEmpty(no);
            case RegexNode.At _, RegexNode.Look _, RegexNode.Reference _, RegexNode.KeepOut _, RegexNode.Control _ ->
                true;
        };
    }
}
