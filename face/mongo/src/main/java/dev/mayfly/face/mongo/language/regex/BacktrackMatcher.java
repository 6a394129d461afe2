package dev.mayfly.face.mongo.language.regex;

import dev.mayfly.face.mongo.language.run.OperationContext;
import org.jspecify.annotations.Nullable;

/** Looks for one pattern in one text by trying and going back. A hot path. Not safe for concurrent use. */
final class BacktrackMatcher {
    /*
     * Nothing recurses: whatever must be tried or restored later is a frame on a stack of its own, which is bounded. Steps
     * are bounded too, over all places of the text together, and the time limit of the request is looked at on the way; so
     * no pattern and no text can hold a thread, however they fit together.
     *
     * A frame is put before something changes that going back must restore, and when there is another way to go on. When
     * an instruction does not match, frames are taken away until one of them goes on. An atomic group and a lookahead that
     * have matched forget the other ways inside of them, but not what restores.
     */
    static final long STEPS_MAX = 20_000_000;

    private static final int STEPS_BETWEEN_CHECKS = 1 << 16;
    private static final int FAILED = TextPlaces.NONE;
    private static final int NO_MATCH = -2;
    private static final RegexNode.Place[] PLACES = RegexNode.Place.values();

    private final RegexProgram program;
    private final String text;
    private final BacktrackStack stack = new BacktrackStack();

    private final TextPlaces places;
    private final MatchRegisters registers;
    private final int[] marks;
    private int searchStart;
    private int nextStart;
    private long steps;
    private int choices;

    BacktrackMatcher(RegexProgram program, String text) {
        this.program = program;
        this.text = text;
        this.places = new TextPlaces(text, program.source());
        this.registers = new MatchRegisters(program, stack);
        this.marks = new int[program.marks()];
    }

    /** Returns the first match that begins at or after a place; null if there is none. */
    @Nullable
    RegexMatch find(int from) {
        searchStart = from;
        int start = from;
        while (start <= text.length() && (start == 0 || !program.isAnchored())) {
            if (program.first() >= 0) {
                start = text.indexOf(program.first(), start);
                if (start < 0) {
                    return null;
                }
            }
            nextStart = places.after(start);
            if (matches(start)) {
                return new RegexMatch(text, registers.ofGroups());
            }
            start = nextStart;
        }
        return null;
    }

    private boolean matches(int start) {
        stack.clear();
        registers.begin(start);
        choices = 1;
        choose();
        int at = start;
        int pc = 0;
        while (true) {
            step();
            at = run(pc, at);
            if (at == NO_MATCH) {
                return false;
            }
            pc = resumed;
            if (pc == FAILED) {
                registers.end(at);
                return true;
            }
        }
    }

    /** The instruction to continue at after a frame was popped, or {@link #FAILED} at the end of the match. */
    private int resumed;

    private void step() {
        if (++steps % STEPS_BETWEEN_CHECKS == 0) {
            OperationContext.current().check();
            if (steps > STEPS_MAX) {
                throw new RegexLimitException("match limit exceeded");
            }
        }
    }

    /** Counts what a pattern may limit for itself. */
    private void choose() {
        int limit = program.source().verbs().matchLimit();
        if (++choices > limit && limit > 0) {
            throw new RegexLimitException("match limit exceeded");
        }
    }

    /** Runs up to the next dead end, and goes back from it; the place in the text where to go on. */
    private int run(int from, int place) {
        int[] code = program.code();
        int pc = from;
        int at = place;
        while (true) {
            step();
            switch (code[pc]) {
                case RegexProgram.MATCH -> {
                    resumed = FAILED;
                    return at;
                }
                case RegexProgram.CHARACTER -> {
                    if (at >= text.length() || text.codePointAt(at) != code[pc + 1]) {
                        return goBack();
                    }
                    at += Character.charCount(code[pc + 1]);
                    pc += 2;
                }
                case RegexProgram.FOLDED -> {
                    if (at >= text.length() || CodePoints.fold(text.codePointAt(at)) != code[pc + 1]) {
                        return goBack();
                    }
                    at += Character.charCount(text.codePointAt(at));
                    pc += 2;
                }
                case RegexProgram.SET -> {
                    if (at >= text.length() || !program.sets().get(code[pc + 1]).contains(text.codePointAt(at))) {
                        return goBack();
                    }
                    at += Character.charCount(text.codePointAt(at));
                    pc += 2;
                }
                case RegexProgram.SET_LOOP -> {
                    at = setLoop(pc, at);
                    if (at < 0) {
                        return goBack();
                    }
                    pc += 5;
                }
                case RegexProgram.SPLIT -> {
                    choose();
                    stack.push(BacktrackStack.BRANCH, code[pc + 1], at, 0);
                    pc += 2;
                }
                case RegexProgram.JUMP -> pc = code[pc + 1];
                case RegexProgram.OPEN -> {
                    choose();
                    registers.open(code[pc + 1], at);
                    pc += 2;
                }
                case RegexProgram.CLOSE -> {
                    registers.close(code[pc + 1], at);
                    pc += 2;
                }
                case RegexProgram.KEEP_OUT -> {
                    registers.keepOut(at);
                    pc++;
                }
                case RegexProgram.PLACE -> {
                    if (!places.holds(PLACES[code[pc + 1]], at, searchStart)) {
                        return goBack();
                    }
                    pc += 2;
                }
                case RegexProgram.REFERENCE -> {
                    at = again(code[pc + 1], code[pc + 2] == 1, at);
                    if (at < 0) {
                        return goBack();
                    }
                    pc += 3;
                }
                case RegexProgram.CONDITION -> pc = registers.endOf(code[pc + 1]) >= 0 ? pc + 3 : code[pc + 2];
                case RegexProgram.LOOP_START -> {
                    registers.count(code[pc + 1], 0, -1);
                    pc += 2;
                }
                case RegexProgram.LOOP -> pc = loop(pc, at);
                case RegexProgram.MARK -> {
                    marks[code[pc + 1]] = stack.height();
                    stack.push(BacktrackStack.MARK, 0, 0, at);
                    pc += 2;
                }
                case RegexProgram.ATOMIC_END -> {
                    steps += stack.forgetChoices(marks[code[pc + 1]]);
                    pc += 2;
                }
                case RegexProgram.LOOK_END -> {
                    int height = marks[code[pc + 1]];
                    at = stack.secondAt(height);
                    steps += stack.forgetChoices(height);
                    pc += 2;
                }
                case RegexProgram.NOT -> {
                    marks[code[pc + 1]] = stack.height();
                    stack.push(BacktrackStack.NOT, code[pc + 2], at, 0);
                    pc += 2 + 1;
                }
                case RegexProgram.NOT_END -> {
                    goBackTo(marks[code[pc + 1]]);
                    return goBack();
                }
                case RegexProgram.BACK -> {
                    at = places.before(at, code[pc + 1]);
                    if (at < 0) {
                        return goBack();
                    }
                    pc += 2;
                }
                case RegexProgram.FAIL -> {
                    return goBack();
                }
                case RegexProgram.COMMIT -> {
                    stack.push(BacktrackStack.COMMIT, 0, 0, 0);
                    pc++;
                }
                case RegexProgram.PRUNE -> {
                    stack.push(BacktrackStack.PRUNE, 0, 0, 0);
                    pc++;
                }
                case RegexProgram.SKIP -> {
                    stack.push(BacktrackStack.SKIP, 0, at, 0);
                    pc++;
                }
                case RegexProgram.THEN -> {
                    stack.push(BacktrackStack.THEN, 0, marks[code[pc + 1]], code[pc + 2]);
                    pc += 3;
                }
                default -> throw new IllegalStateException("no such instruction: " + code[pc]);
            }
        }
    }

    /** Pops frames until one of them goes on; returns its place in the text, or {@link #NO_MATCH}. */
    private int goBack() {
        while (!stack.isEmpty()) {
            step();
            stack.pop();
            int what = stack.what();
            int first = stack.first();
            int second = stack.second();
            switch (stack.kind()) {
                case BacktrackStack.BRANCH, BacktrackStack.NOT -> {
                    resumed = what;
                    return first;
                }
                case BacktrackStack.GREEDY_SET -> {
                    int shorter = text.offsetByCodePoints(second, -1);
                    if (shorter > first) {
                        stack.push(BacktrackStack.GREEDY_SET, what, first, shorter);
                    }
                    choose();
                    resumed = what;
                    return shorter;
                }
                case BacktrackStack.LAZY_SET -> {
                    CodePoints set = program.sets().get(program.code()[what + 1]);
                    if (first < text.length() && set.contains(text.codePointAt(first))) {
                        int longer = places.after(first);
                        if (second > 1) {
                            stack.push(BacktrackStack.LAZY_SET, what, longer, less(second));
                        }
                        choose();
                        resumed = what + 5;
                        return longer;
                    }
                }
                case BacktrackStack.LAZY_LOOP -> {
                    int counter = program.code()[what + 1];
                    registers.count(counter, registers.rounds(counter) + 1, first);
                    resumed = what + 6;
                    return first;
                }
                case BacktrackStack.COMMIT -> {
                    nextStart = text.length() + 1;
                    return NO_MATCH;
                }
                case BacktrackStack.PRUNE -> {
                    return NO_MATCH;
                }
                case BacktrackStack.SKIP -> {
                    nextStart = Math.max(nextStart, first);
                    return NO_MATCH;
                }
                case BacktrackStack.THEN -> goBackTo(first + (second == 1 ? 0 : 2 * BacktrackStack.WIDTH));
                default -> registers.restore();
            }
        }
        return NO_MATCH;
    }

    private void goBackTo(int height) {
        while (stack.height() > height) {
            step();
            stack.pop();
            registers.restore();
        }
    }

    /** A loop over single characters: as many as there are, or as few as may be; where it ends, or below zero. */
    private int setLoop(int pc, int from) {
        int[] code = program.code();
        CodePoints set = program.sets().get(code[pc + 1]);
        int least = code[pc + 2];
        boolean isLazy = code[pc + 4] == RegexNode.Greed.LAZY.ordinal();
        int most = isLazy ? least : code[pc + 3];
        int at = from;
        int enough = least == 0 ? from : FAILED;
        for (int count = 0; count < most && at < text.length() && set.contains(text.codePointAt(at)); ) {
            at = places.after(at);
            step();
            if (++count == least) {
                enough = at;
            }
        }
        if (enough < 0) {
            return FAILED;
        }
        if (isLazy) {
            int more = code[pc + 3] == RegexNode.UNBOUNDED ? RegexNode.UNBOUNDED : code[pc + 3] - least;
            if (more > 0) {
                stack.push(BacktrackStack.LAZY_SET, pc, at, more);
            }
        } else if (at > enough && code[pc + 4] == RegexNode.Greed.GREEDY.ordinal()) {
            stack.push(BacktrackStack.GREEDY_SET, pc + 5, enough, at);
        }
        return at;
    }

    private static int less(int count) {
        return count == RegexNode.UNBOUNDED ? count : count - 1;
    }

    /**
     * Returns the loop's next instruction: in its body once more, or after it. A body that matched nothing is not tried
     * again.
     */
    private int loop(int pc, int at) {
        int[] code = program.code();
        int counter = code[pc + 1];
        int count = registers.rounds(counter);
        int body = pc + 6;
        int exit = code[pc + 5];
        boolean wasEmpty = count > 0 && registers.lastStart(counter) == at;
        if (count < code[pc + 2] && !wasEmpty) {
            registers.count(counter, count + 1, at);
            return body;
        }
        if (wasEmpty || count >= code[pc + 3]) {
            return exit;
        }
        choose();
        if (code[pc + 4] == 1) {
            stack.push(BacktrackStack.LAZY_LOOP, pc, at, 0);
            return exit;
        }
        stack.push(BacktrackStack.BRANCH, exit, at, 0);
        registers.count(counter, count + 1, at);
        return body;
    }

    private int again(int group, boolean folds, int at) {
        int from = registers.beginOf(group);
        int until = registers.endOf(group);
        if (from < 0 || until < from || at + until - from > text.length()) {
            return FAILED;
        }
        steps += until - from;
        return places.afterRepetition(from, until, folds, at);
    }
}
