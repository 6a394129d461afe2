package dev.mayfly.face.mongo.language.regex;

import java.util.Arrays;

/** The stack of a backtracking engine: frames of three numbers, the latest on top. Not safe for concurrent use. */
final class BacktrackStack {
    static final int WIDTH = 3;

    /** The kinds of frames; those up to {@link #UNDO_MAX} restore something and are no choice. */
    static final int SLOT = 0;

    static final int COUNT = 1;
    static final int UNDO_MAX = 1;
    static final int BRANCH = 2;
    static final int GREEDY_SET = 3;
    static final int LAZY_SET = 4;
    static final int LAZY_LOOP = 5;
    static final int MARK = 6;
    static final int NOT = 7;
    static final int COMMIT = 8;
    static final int PRUNE = 9;
    static final int SKIP = 10;
    static final int THEN = 11;

    private static final int KIND_BITS = 4;
    private static final int KIND_MASK = (1 << KIND_BITS) - 1;

    /** 24 MB. */
    private static final int NUMBERS_MAX = 6 << 20;

    private int[] numbers = new int[64 * WIDTH];
    private int top;

    boolean isEmpty() {
        return top == 0;
    }

    int height() {
        return top;
    }

    /** @throws RegexLimitException if the stack is full */
    void push(int kind, int what, int first, int second) {
        if (top + WIDTH > numbers.length) {
            grow();
        }
        numbers[top] = (what << KIND_BITS) | kind;
        numbers[top + 1] = first;
        numbers[top + 2] = second;
        top += WIDTH;
    }

    private void grow() {
        numbers = Arrays.copyOf(numbers, Math.min(NUMBERS_MAX, 2 * numbers.length));
        if (top + WIDTH > numbers.length) {
            throw new RegexLimitException("heap limit exceeded");
        }
    }

    /** Pops the latest frame, which can be read until the next push. */
    void pop() {
        top -= WIDTH;
    }

    /** Returns the kind of the popped frame. */
    int kind() {
        return numbers[top] & KIND_MASK;
    }

    int what() {
        return numbers[top] >>> KIND_BITS;
    }

    int first() {
        return numbers[top + 1];
    }

    int second() {
        return numbers[top + 2];
    }

    /** The last number of the frame that begins at a height. */
    int secondAt(int height) {
        return numbers[height + 2];
    }

    /**
     * Removes the choices above a height, but not the frames that restore values. Returns the number of frames visited.
     */
    int forgetChoices(int height) {
        int kept = height;
        int looked = 0;
        for (int at = height; at < top; at += WIDTH) {
            looked++;
            if ((numbers[at] & KIND_MASK) <= UNDO_MAX) {
                System.arraycopy(numbers, at, numbers, kept, WIDTH);
                kept += WIDTH;
            }
        }
        top = kept;
        return looked;
    }

    void clear() {
        top = 0;
    }
}
