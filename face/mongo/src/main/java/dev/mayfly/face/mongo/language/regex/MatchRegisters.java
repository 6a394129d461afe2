package dev.mayfly.face.mongo.language.regex;

import java.util.Arrays;

/**
 * The values that a match has gathered: begins and ends of groups, rounds of loops. A hot path.
 *
 * <p>Each change first puts a frame on the stack that restores the value before it.
 */
final class MatchRegisters {
    private final BacktrackStack stack;
    private final int groups;

    /** Begins and ends of groups, then where each open group has begun. */
    private final int[] slots;

    private final int[] counts;
    private final int[] lastStarts;

    MatchRegisters(RegexProgram program, BacktrackStack stack) {
        this.stack = stack;
        this.groups = program.groups() + 1;
        this.slots = new int[3 * groups];
        this.counts = new int[program.loops()];
        this.lastStarts = new int[program.loops()];
    }

    /** Forgets all groups, and notes where the next match begins. */
    void begin(int start) {
        Arrays.fill(slots, -1);
        slots[0] = start;
    }

    /** Notes where the match ends. */
    void end(int at) {
        slots[0] = Math.min(slots[0], at);
        slots[1] = at;
    }

    int[] ofGroups() {
        return Arrays.copyOf(slots, 2 * groups);
    }

    /** Returns where a group begins, or a negative number if it has not matched. */
    int beginOf(int group) {
        return slots[2 * group];
    }

    int endOf(int group) {
        return slots[2 * group + 1];
    }

    void open(int group, int at) {
        set(2 * groups + group, at);
    }

    void close(int group, int at) {
        set(2 * group, slots[2 * groups + group]);
        set(2 * group + 1, at);
    }

    /** Lets the match begin here. */
    void keepOut(int at) {
        set(0, at);
    }

    private void set(int slot, int value) {
        stack.push(BacktrackStack.SLOT, slot, slots[slot], 0);
        slots[slot] = value;
    }

    /** Returns the number of rounds that a loop has made. */
    int rounds(int loop) {
        return counts[loop];
    }

    int lastStart(int loop) {
        return lastStarts[loop];
    }

    void count(int loop, int rounds, int start) {
        stack.push(BacktrackStack.COUNT, loop, counts[loop], lastStarts[loop]);
        counts[loop] = rounds;
        lastStarts[loop] = start;
    }

    /** Restores the value that the popped frame saved, if any. */
    void restore() {
        switch (stack.kind()) {
            case BacktrackStack.SLOT -> slots[stack.what()] = stack.first();
            case BacktrackStack.COUNT -> {
                counts[stack.what()] = stack.first();
                lastStarts[stack.what()] = stack.second();
            }
            default -> {}
        }
    }
}
