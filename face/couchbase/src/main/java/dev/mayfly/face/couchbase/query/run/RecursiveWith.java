package dev.mayfly.face.couchbase.query.run;

import dev.mayfly.face.couchbase.language.QueryException;
import dev.mayfly.face.couchbase.language.value.ArrayValue;
import dev.mayfly.face.couchbase.language.value.NumberValue;
import dev.mayfly.face.couchbase.language.value.ObjectValue;
import dev.mayfly.face.couchbase.language.value.Value;
import dev.mayfly.face.couchbase.language.value.Values;
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
record RecursiveWith(
        String name,
        Grouped.Placed anchor,
        Scalar step,
        boolean distinct,
        List<Scalar> cycle,
        @Nullable Scalar options) {
    private static final int INVALID_OPTION = 3303;
    private static final int DOCUMENTS_REACHED = 3305;
    private static final int LEVELS_REACHED = 3306;

    /** How many levels, and documents, there are where the statement does not say. */
    private static final long LEVELS_MAX = 100;

    private static final long DOCUMENTS_MAX = 10_000;

    RecursiveWith {
        cycle = List.copyOf(cycle);
    }

    void set(Frame frame) {
        new Run(frame).run();
    }

    /** One run. Used by one thread. */
    private final class Run {
        private final Frame frame;
        private final Budget budget = new Budget(Budget.BYTES_MAX);
        private final Set<Value> rows = new HashSet<>();
        private final Set<List<Value>> cycles = new HashSet<>();
        private long levels = -1;
        private long documents = -1;

        Run(Frame frame) {
            this.frame = frame;
        }

        void run() {
            readOptions();
            List<Value> all = new ArrayList<>();
            List<Value> level = taken(anchor.value().of(frame));
            long depth = 0;
            while (!level.isEmpty() && goesOn(depth, all.size())) {
                frame.execution().check();
                all.addAll(level);
                depth++;
                frame.set(anchor.slot(), Values.array(level));
                level = taken(step.of(frame));
            }
            long most = documents < 0 ? DOCUMENTS_MAX : documents;
            frame.set(anchor.slot(), Values.array(all.size() > most ? all.subList(0, (int) most) : all));
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
            if (options == null || !(options.of(frame) instanceof ObjectValue given)) {
                return;
            }
            for (Map.Entry<String, Value> option : given.toMap().entrySet()) {
                if (!(option.getValue() instanceof NumberValue number)) {
                    throw invalid(option.getKey());
                }
                switch (option.getKey()) {
                    case "levels" -> levels = number.longValue();
                    case "documents" -> documents = Math.min(number.longValue(), Integer.MAX_VALUE);
                    default -> throw invalid(option.getKey());
                }
            }
        }

        private static QueryException invalid(String option) {
            return new QueryException(INVALID_OPTION, "Invalid config option " + option);
        }

        /** Those rows that are new. */
        private List<Value> taken(Value made) {
            List<Value> taken = new ArrayList<>();
            for (Value row : (ArrayValue) made) {
                if (distinct && rows.contains(row)) {
                    continue;
                }
                Value kept = budget.keep(row);
                if (distinct) {
                    rows.add(kept);
                }
                if (cycle.isEmpty() || isNoCycle(kept)) {
                    taken.add(kept);
                }
            }
            return taken;
        }

        private boolean isNoCycle(Value row) {
            Frame at = new Frame(1, null, frame.execution());
            at.set(0, row);
            List<Value> values = new ArrayList<>(cycle.size());
            for (Scalar field : cycle) {
                values.add(field.of(at));
            }
            return cycles.add(values);
        }
    }
}
