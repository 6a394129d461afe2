package dev.mayfly.face.mongo.language.regex;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes the instructions of one pattern for the backtracking engine. Used once. */
final class RegexCompiler {
    /*
     * An instruction is a number and its operands. Loops over a single character are one instruction, SET_LOOP; others are
     * LOOP_START, which resets their count, LOOP, which decides, the body, and a JUMP back to LOOP. Looking around and
     * atomic groups begin with MARK, which keeps the height of the stack, and end with an instruction that goes back to it.
     */
    private static final int UNKNOWN_LENGTH = -1;

    private final List<CodePoints> sets = new ArrayList<>();
    private final Deque<Integer> openGroups = new ArrayDeque<>();
    private int[] code = new int[64];
    private int length;
    private int loops;
    private int marks;

    /** The jumps of ACCEPT verbs inside a lookaround; null outside. */
    private @Nullable List<Integer> accepts;

    /** The alternation around what is written, and whether this is its last branch: where a THEN goes. */
    private int thenMark = -1;

    private boolean isLastBranch;

    private RegexCompiler() {}

    /** @throws RegexFault if it looks behind for a text of no fixed length */
    static RegexProgram compile(RegexParser.Parsed parsed) {
        RegexCompiler compiler = new RegexCompiler();
        compiler.write(parsed.root());
        compiler.add(RegexProgram.MATCH);
        RegexNode first = firstOf(parsed.root());
        return new RegexProgram(
                Arrays.copyOf(compiler.code, compiler.length),
                List.copyOf(compiler.sets),
                parsed.groups(),
                compiler.loops,
                compiler.marks,
                first instanceof RegexNode.Literal(int point, boolean folds) && !folds ? point : -1,
                first instanceof RegexNode.At(RegexNode.Place place) && place == RegexNode.Place.TEXT_START,
                parsed);
    }

    /** Returns the part with which every match begins, as far as it is evident. */
    private static RegexNode firstOf(RegexNode node) {
        return switch (node) {
            case RegexNode.Sequence(var parts) -> parts.isEmpty() ? node : firstOf(parts.getFirst());
            case RegexNode.Capture(var _, RegexNode body) -> firstOf(body);
            case RegexNode.Atomic(RegexNode body) -> firstOf(body);
            case RegexNode.Loop loop -> loop.least() > 0 ? firstOf(loop.body()) : loop;
            default -> node;
        };
    }

    private int add(int... words) {
        if (length + words.length > code.length) {
            code = Arrays.copyOf(code, 2 * code.length + words.length);
        }
        System.arraycopy(words, 0, code, length, words.length);
        int at = length;
        length += words.length;
        return at;
    }

    private void write(RegexNode node) {
        switch (node) {
            case RegexNode.Sequence(var parts) -> parts.forEach(this::write);
            case RegexNode.Alternation(var branches) -> alternation(branches, false);
            case RegexNode.Literal(int point, boolean folds) ->
                add(folds ? RegexProgram.FOLDED : RegexProgram.CHARACTER, folds ? CodePoints.fold(point) : point);
            case RegexNode.Characters(CodePoints set, var _) -> add(RegexProgram.SET, setOf(set));
            case RegexNode.Capture(int group, RegexNode body) -> {
                add(RegexProgram.OPEN, group);
                openGroups.push(group);
                write(body);
                openGroups.pop();
                add(RegexProgram.CLOSE, group);
            }
            case RegexNode.Loop loop -> loop(loop);
            case RegexNode.At(RegexNode.Place place) -> add(RegexProgram.PLACE, place.ordinal());
            case RegexNode.Look look -> look(look);
            case RegexNode.Atomic(RegexNode body) -> atomic(body);
            case RegexNode.Reference(int group, boolean folds) -> add(RegexProgram.REFERENCE, group, folds ? 1 : 0);
            case RegexNode.Conditional(int group, RegexNode yes, RegexNode no) -> {
                int condition = add(RegexProgram.CONDITION, group, 0);
                write(yes);
                int jump = add(RegexProgram.JUMP, 0);
                code[condition + 2] = length;
                write(no);
                code[jump + 1] = length;
            }
            case RegexNode.KeepOut _ -> add(RegexProgram.KEEP_OUT);
            case RegexNode.Control(RegexNode.Verb verb) -> verb(verb);
        }
    }

    private int setOf(CodePoints set) {
        sets.add(set);
        return sets.size() - 1;
    }

    /** @param isBehind whether each branch first goes back by its length */
    private void alternation(List<RegexNode> branches, boolean isBehind) {
        int outerMark = thenMark;
        boolean wasLast = isLastBranch;
        if (branches.stream().anyMatch(RegexCompiler::hasThen)) {
            thenMark = marks++;
            add(RegexProgram.MARK, thenMark);
        }
        List<Integer> jumps = new ArrayList<>();
        for (int i = 0; i < branches.size(); i++) {
            isLastBranch = i == branches.size() - 1;
            int split = isLastBranch ? -1 : add(RegexProgram.SPLIT, 0);
            if (isBehind) {
                back(branches.get(i));
            }
            write(branches.get(i));
            if (!isLastBranch) {
                jumps.add(add(RegexProgram.JUMP, 0));
                code[split + 1] = length;
            }
        }
        jumps.forEach(jump -> code[jump + 1] = length);
        thenMark = outerMark;
        isLastBranch = wasLast;
    }

    /** Returns whether a part contains a verb THEN at any depth. */
    private static boolean hasThen(RegexNode node) {
        return switch (node) {
            case RegexNode.Sequence(var parts) -> parts.stream().anyMatch(RegexCompiler::hasThen);
            case RegexNode.Alternation(var branches) -> branches.stream().anyMatch(RegexCompiler::hasThen);
            case RegexNode.Capture(var _, RegexNode body) -> hasThen(body);
            case RegexNode.Atomic(RegexNode body) -> hasThen(body);
            case RegexNode.Loop loop -> hasThen(loop.body());
            case RegexNode.Look look -> hasThen(look.body());
            case RegexNode.Conditional(var _, RegexNode yes, RegexNode no) -> hasThen(yes) || hasThen(no);
            case RegexNode.Control(RegexNode.Verb verb) -> verb == RegexNode.Verb.THEN;
            case RegexNode.Literal _,
                    RegexNode.Characters _,
                    RegexNode.At _,
                    RegexNode.Reference _,
                    RegexNode.KeepOut _ -> false;
        };
    }

    private void loop(RegexNode.Loop loop) {
        CodePoints single = single(loop.body());
        if (single != null) {
            add(
                    RegexProgram.SET_LOOP,
                    setOf(single),
                    loop.least(),
                    loop.most(),
                    loop.greed().ordinal());
        } else if (loop.greed() == RegexNode.Greed.POSSESSIVE) {
            atomic(new RegexNode.Loop(loop.body(), loop.least(), loop.most(), RegexNode.Greed.GREEDY));
        } else {
            int counter = loops++;
            add(RegexProgram.LOOP_START, counter);
            int head = add(
                    RegexProgram.LOOP,
                    counter,
                    loop.least(),
                    loop.most(),
                    loop.greed() == RegexNode.Greed.LAZY ? 1 : 0,
                    0);
            write(loop.body());
            add(RegexProgram.JUMP, head);
            code[head + 5] = length;
        }
    }

    /** The set that a part of one character is; null for any other part. */
    private static @Nullable CodePoints single(RegexNode node) {
        return switch (node) {
            case RegexNode.Characters(CodePoints set, var _) -> set;
            case RegexNode.Literal(int point, boolean folds) -> {
                int folded = CodePoints.fold(point);
                yield folds ? other -> CodePoints.fold(other) == folded : other -> other == point;
            }
            default -> null;
        };
    }

    private void atomic(RegexNode body) {
        int mark = marks++;
        add(RegexProgram.MARK, mark);
        write(body);
        add(RegexProgram.ATOMIC_END, mark);
    }

    private void look(RegexNode.Look look) {
        List<Integer> outer = accepts;
        List<Integer> accepted = new ArrayList<>();
        accepts = accepted;
        int mark = marks++;
        int begin = look.isNegative() ? add(RegexProgram.NOT, mark, 0) : add(RegexProgram.MARK, mark);
        if (look.isBehind()) {
            behind(look.body());
        } else {
            write(look.body());
        }
        accepted.forEach(jump -> code[jump + 1] = length);
        add(look.isNegative() ? RegexProgram.NOT_END : RegexProgram.LOOK_END, mark);
        if (look.isNegative()) {
            code[begin + 2] = length;
        }
        accepts = outer;
    }

    private void behind(RegexNode body) {
        if (body instanceof RegexNode.Alternation(var branches)) {
            alternation(branches, true);
        } else {
            back(body);
            write(body);
        }
    }

    private void back(RegexNode body) {
        int characters = lengthOf(body);
        if (characters == UNKNOWN_LENGTH) {
            throw new RegexFault("lookbehind assertion is not fixed length", 0);
        }
        add(RegexProgram.BACK, characters);
    }

    /** Returns the number of characters that a part always matches. */
    private static int lengthOf(RegexNode node) {
        return switch (node) {
            case RegexNode.Literal _, RegexNode.Characters _ -> 1;
            case RegexNode.Sequence(var parts) -> sum(parts);
            case RegexNode.Alternation(var branches) -> same(branches);
            case RegexNode.Capture(var _, RegexNode body) -> lengthOf(body);
            case RegexNode.Atomic(RegexNode body) -> lengthOf(body);
            case RegexNode.Conditional(var _, RegexNode yes, RegexNode no) -> same(List.of(yes, no));
            case RegexNode.Loop loop -> {
                int body = lengthOf(loop.body());
                yield loop.least() == loop.most() && body != UNKNOWN_LENGTH
                        ? times(body, loop.least())
                        : UNKNOWN_LENGTH;
            }
            case RegexNode.At _, RegexNode.Look _, RegexNode.KeepOut _, RegexNode.Control _ -> 0;
            case RegexNode.Reference _ -> UNKNOWN_LENGTH;
        };
    }

    private static int times(int length, int count) {
        long product = (long) length * count;
        return product > Character.MAX_VALUE ? UNKNOWN_LENGTH : (int) product;
    }

    private static int sum(List<RegexNode> parts) {
        int sum = 0;
        for (RegexNode part : parts) {
            int length = lengthOf(part);
            if (length == UNKNOWN_LENGTH) {
                return UNKNOWN_LENGTH;
            }
            sum += length;
        }
        return sum;
    }

    private static int same(List<RegexNode> branches) {
        int length = lengthOf(branches.getFirst());
        return branches.stream().allMatch(branch -> lengthOf(branch) == length) ? length : UNKNOWN_LENGTH;
    }

    private void verb(RegexNode.Verb verb) {
        switch (verb) {
            case ACCEPT -> accept();
            case FAIL -> add(RegexProgram.FAIL);
            case COMMIT -> add(RegexProgram.COMMIT);
            case PRUNE -> add(RegexProgram.PRUNE);
            case SKIP -> add(RegexProgram.SKIP);
            case THEN -> {
                if (thenMark < 0) {
                    add(RegexProgram.PRUNE);
                } else {
                    add(RegexProgram.THEN, thenMark, isLastBranch ? 1 : 0);
                }
            }
        }
    }

    /** The groups around it end here. */
    private void accept() {
        openGroups.forEach(group -> add(RegexProgram.CLOSE, group));
        if (accepts == null) {
            add(RegexProgram.MATCH);
        } else {
            accepts.add(add(RegexProgram.JUMP, 0));
        }
    }
}
