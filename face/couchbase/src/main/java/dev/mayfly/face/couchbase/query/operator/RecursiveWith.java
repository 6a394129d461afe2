package dev.mayfly.face.couchbase.query.operator;

import dev.mayfly.base.query.RequestGuard;
import dev.mayfly.face.couchbase.language.value.N1qlArray;
import dev.mayfly.face.couchbase.language.value.N1qlException;
import dev.mayfly.face.couchbase.language.value.N1qlNumber;
import dev.mayfly.face.couchbase.language.value.N1qlObject;
import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.language.value.N1qlValues;
import dev.mayfly.face.couchbase.query.expression.Frame;
import dev.mayfly.face.couchbase.query.expression.Scalar;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A name of WITH RECURSIVE: rows that a step makes others of, level after level, until it makes none.
 *
 * @param anchor the first rows, and where they go
 * @param step the rows that follow from those of the last level, which stand in the same place
 * @param distinct whether a row that is there already is not taken again
 * @param cycle fields of a row; one with values that were there already is not taken; empty for none
 * @param options how far it goes, or null
 */
public record RecursiveWith(
        String name,
        GroupClause.Placed anchor,
        Scalar step,
        boolean distinct,
        List<Scalar> cycle,
        @Nullable Scalar options) {
    private static final int INVALID_OPTION = 3303;
    private static final int DOCUMENTS_REACHED = 3305;
    private static final int LEVELS_REACHED = 3306;

    /** Default limits on levels and documents. */
    private static final long LEVELS_MAX = 100;

    private static final long DOCUMENTS_MAX = 10_000;

    public RecursiveWith {
        cycle = List.copyOf(cycle);
    }

    public void set(Frame frame) {
        new Run(frame).run();
    }

    /** One run. Used by one thread. */
    private final class Run {
        private final Frame frame;
        private final OperatorMemory budget = new OperatorMemory(OperatorMemory.BYTES_MAX);
        private final Set<N1qlValue> rows = new HashSet<>();
        private final Set<List<N1qlValue>> cycles = new HashSet<>();
        private long levels = -1;
        private long documents = -1;

        Run(Frame frame) {
            this.frame = frame;
        }

        void run() {
            readOptions();
            RequestGuard guard = RequestGuard.current();
            List<N1qlValue> all = new ArrayList<>();
            List<N1qlValue> level = taken(anchor.value().of(frame));
            long depth = 0;
            while (!level.isEmpty() && goesOn(depth, all.size())) {
                frame.execution().check();
                all.addAll(level);
                depth++;
                frame.set(anchor.slot(), N1qlValues.array(level));
                long mark = guard.mark();
                level = taken(step.of(frame));
                guard.settle(mark, 0);
            }
            long most = documents < 0 ? DOCUMENTS_MAX : documents;
            frame.set(anchor.slot(), N1qlValues.array(all.size() > most ? all.subList(0, (int) most) : all));
        }

        private boolean goesOn(long depth, long count) {
            if (depth > (levels < 0 ? LEVELS_MAX : levels)) {
                if (levels < 0) {
                    frame.execution()
                            .warn(
                                    LEVELS_REACHED,
                                    "Recursive WITH '" + name + "' stopped at " + LEVELS_MAX
                                            + " level as no explicit level limit or memory quota set");
                }
                return false;
            }
            if (count > (documents < 0 ? DOCUMENTS_MAX : documents)) {
                if (documents < 0) {
                    frame.execution()
                            .warn(
                                    DOCUMENTS_REACHED,
                                    "Recursive WITH '" + name + "' limited to " + DOCUMENTS_MAX
                                            + " documents as no explicit document count limit or memory quota set");
                }
                return false;
            }
            return true;
        }

        private void readOptions() {
            if (options == null || !(options.of(frame) instanceof N1qlObject given)) {
                return;
            }
            for (Map.Entry<String, N1qlValue> option : given.toMap().entrySet()) {
                if (!(option.getValue() instanceof N1qlNumber number)) {
                    throw invalid(option.getKey());
                }
                switch (option.getKey()) {
                    case "levels" -> levels = number.longValue();
                    case "documents" -> documents = Math.min(number.longValue(), Integer.MAX_VALUE);
                    default -> throw invalid(option.getKey());
                }
            }
        }

        private static N1qlException invalid(String option) {
            return new N1qlException(INVALID_OPTION, "Invalid config option " + option);
        }

        /** Those rows that are new. */
        private List<N1qlValue> taken(N1qlValue made) {
            List<N1qlValue> taken = new ArrayList<>();
            RequestGuard guard = RequestGuard.current();
            for (N1qlValue row : (N1qlArray) made) {
                guard.step();
                if (distinct && rows.contains(row)) {
                    continue;
                }
                N1qlValue kept = budget.keep(row);
                if (distinct) {
                    rows.add(kept);
                }
                if (cycle.isEmpty() || isNoCycle(kept)) {
                    taken.add(kept);
                }
            }
            return taken;
        }

        private boolean isNoCycle(N1qlValue row) {
            Frame at = new Frame(1, null, frame.execution());
            at.set(0, row);
            List<N1qlValue> values = new ArrayList<>(cycle.size());
            for (Scalar field : cycle) {
                values.add(field.of(at));
            }
            return cycles.add(values);
        }
    }
}
