package dev.mayfly.test.harness;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What several clients asked of one register, and were answered. A history is linearizable if each operation may have happened at one
 * instant between its call and its answer; one that was not answered may have happened at any later instant, or never.
 *
 * <p>The search is that of Wing and Gong, with Lowe's memory of what was tried.
 */
public final class RegisterHistory {
    /** The end of an operation that was not answered. */
    public static final long NEVER = Long.MAX_VALUE;

    private final List<Operation> operations = new ArrayList<>();

    /** What a client asked for. */
    private enum Kind {
        READ,
        WRITE,
        SWAP,
        REFUSED
    }

    /**
     * @param called in nanoseconds of a clock that all clients share
     * @param answered {@link #NEVER} if it was not
     */
    private record Operation(
            Kind kind,
            long called,
            long answered,
            @Nullable String expected,
            @Nullable String value) {
        boolean isPossible(@Nullable String state) {
            return switch (kind) {
                case WRITE -> true;
                case READ -> Objects.equals(state, value);
                case SWAP -> Objects.equals(state, expected);
                case REFUSED -> !Objects.equals(state, expected);
            };
        }

        @Nullable
        String after(@Nullable String state) {
            return kind == Kind.WRITE || kind == Kind.SWAP ? value : state;
        }
    }

    /** A state of the search: what has happened, and what is in the register then. */
    private record Reached(BitSet done, @Nullable String state) {}

    /** A read that found a value, null for none. */
    public synchronized void read(long called, long answered, @Nullable String value) {
        operations.add(new Operation(Kind.READ, called, answered, null, value));
    }

    /** A write, null for a deletion. */
    public synchronized void write(long called, long answered, @Nullable String value) {
        operations.add(new Operation(Kind.WRITE, called, answered, null, value));
    }

    /** A write of a value in the place of another, which was there, or of which there was no answer. */
    public synchronized void swap(long called, long answered, String expected, String value) {
        operations.add(new Operation(Kind.SWAP, called, answered, expected, value));
    }

    /** Such a write that met something else. */
    public synchronized void refused(long called, long answered, String expected) {
        operations.add(new Operation(Kind.REFUSED, called, answered, expected, null));
    }

    public synchronized int size() {
        return operations.size();
    }

    /** Returns whether there is an order of the operations that explains all answers. The register is empty at first. */
    public synchronized boolean isLinearizable() {
        List<Operation> byCall = operations.stream()
                .sorted(Comparator.comparingLong(Operation::called))
                .toList();
        return new Search(byCall).run();
    }

    private static final class Search {
        private final List<Operation> operations;
        private final Set<Reached> tried = new HashSet<>();
        private final List<Reached> open = new ArrayList<>();

        Search(List<Operation> operations) {
            this.operations = operations;
        }

        boolean run() {
            open.add(new Reached(new BitSet(), null));
            while (!open.isEmpty()) {
                Reached last = open.removeLast();
                if (isWhole(last.done())) {
                    return true;
                }
                go(last);
            }
            return false;
        }

        private boolean isWhole(BitSet done) {
            for (int next = done.nextClearBit(0); next < operations.size(); next = done.nextClearBit(next + 1)) {
                if (operations.get(next).answered() != NEVER) {
                    return false;
                }
            }
            return true;
        }

        /** Opens what may happen next: whatever was called before the first answer of all that has not happened. */
        private void go(Reached from) {
            long firstAnswer = NEVER;
            BitSet done = from.done();
            for (int next = done.nextClearBit(0); next < operations.size(); next = done.nextClearBit(next + 1)) {
                Operation operation = operations.get(next);
                if (operation.called() > firstAnswer) {
                    break;
                }
                firstAnswer = Math.min(firstAnswer, operation.answered());
            }
            for (int next = done.nextClearBit(0); next < operations.size(); next = done.nextClearBit(next + 1)) {
                Operation operation = operations.get(next);
                if (operation.called() > firstAnswer) {
                    break;
                }
                if (operation.isPossible(from.state())) {
                    BitSet after = (BitSet) done.clone();
                    after.set(next);
                    Reached reached = new Reached(after, operation.after(from.state()));
                    if (tried.add(reached)) {
                        open.add(reached);
                    }
                }
            }
        }
    }
}
