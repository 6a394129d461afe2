package dev.mayfly.face.couchbase.query.operator;

import dev.mayfly.base.query.SpillSpace;
import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.query.StatementExecution;
import dev.mayfly.face.couchbase.query.StatementProfile;
import dev.mayfly.face.couchbase.query.expression.Frame;
import dev.mayfly.face.couchbase.query.expression.Scalar;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One SELECT, compiled: sources, LET, WHERE, GROUP BY, windows, the row, DISTINCT, ORDER BY, and how much of it all.
 *
 * @param slots how many places a frame needs
 * @param where what is left of WHERE to be asked behind all sources
 * @param condition the whole of WHERE, as it is shown
 * @param ordered whether rows come in that order by themselves, but for those that a transaction has changed
 */
public record SelectPlan(
        int slots,
        List<DocumentLinks> sources,
        List<GroupClause.Placed> let,
        @Nullable Scalar where,
        @Nullable GroupClause grouped,
        @Nullable WindowPlan windows,
        ProjectionClause projected,
        boolean distinct,
        List<RowSorter.Key> sorts,
        boolean ordered,
        PageClause window,
        @Nullable SpillSpace space,
        @Nullable String condition,
        N1qlValue signature)
        implements RowSource {
    /** The names of what is measured; of the sources followed by their number. */
    static final String SOURCE = "source";

    static final String FILTER = "filter";
    static final String GROUP = "group";
    static final String WINDOW = "window";
    static final String PROJECT = "project";
    static final String ORDER = "order";
    static final String STREAM = "stream";

    public SelectPlan {
        sources = List.copyOf(sources);
        let = List.copyOf(let);
        sorts = List.copyOf(sorts);
    }

    @Override
    public void run(@Nullable Frame outer, StatementExecution execution, RowConsumer rows) {
        Frame frame = new Frame(slots, outer, execution);
        OperatorMeter meter = new OperatorMeter(execution.profile(), this);
        RowConsumer out = meter.consumer(STREAM, window.onto(frame, rows));
        if (window.most(frame) == 0) {
            return;
        }
        if (sorts.isEmpty() || (ordered && execution.transaction() == null)) {
            project(frame, meter, (_, row) -> out.take(row));
            return;
        }
        try (RowSorter sorted = new RowSorter(sorts, window.needed(frame), space)) {
            project(
                    frame,
                    meter,
                    (at, row) -> meter.row(ORDER, () -> {
                        sorted.add(at, row);
                        return true;
                    }));
            meter.during(ORDER, () -> sorted.finish(frame, out));
        }
    }

    /** Takes a finished row, with the frame it was made of. */
    @FunctionalInterface
    private interface Finished {
        boolean take(Frame frame, N1qlValue row);
    }

    private void project(Frame frame, OperatorMeter meter, Finished finished) {
        Set<N1qlValue> seen = new HashSet<>();
        OperatorMemory budget = new OperatorMemory(OperatorMemory.BYTES_MAX);
        JoinStep project = at -> {
            if (grouped != null || windows != null) {
                at.beginRow();
            }
            N1qlValue row = projected.of(at);
            if (distinct && (seen.contains(row) || !seen.add(budget.keep(row)))) {
                return true;
            }
            return finished.take(at, row);
        };
        overWindows(frame, meter, meter.step(PROJECT, project));
    }

    private void overWindows(Frame frame, OperatorMeter meter, JoinStep next) {
        if (windows == null) {
            group(frame, meter, next);
            return;
        }
        try (WindowPlan.Rows rows = windows.new Rows(frame, next)) {
            group(frame, meter, meter.step(WINDOW, rows));
            meter.during(WINDOW, rows::finish);
        }
    }

    private void group(Frame frame, OperatorMeter meter, JoinStep next) {
        if (grouped == null) {
            scan(frame, meter, next);
            return;
        }
        GroupClause.Groups groups = grouped.new Groups();
        scan(frame, meter, meter.step(GROUP, groups));
        meter.during(GROUP, () -> groups.finish(frame, next));
    }

    private void scan(Frame frame, OperatorMeter meter, JoinStep next) {
        JoinStep filter = at -> {
            at.beginRow();
            for (GroupClause.Placed each : let) {
                each.set(at);
            }
            return (where != null && !where.of(at).truth()) || next.row(at);
        };
        JoinStep step = meter.step(FILTER, filter);
        for (int i = sources.size() - 1; i >= 0; i--) {
            step = meter.step(SOURCE + i, sources.get(i).before(step));
        }
        step.row(frame);
    }

    @Override
    public List<N1qlValue> explained() {
        return new SelectPlanText(this, null).operators();
    }

    @Override
    public List<N1qlValue> timed(StatementProfile profile) {
        return new SelectPlanText(this, profile).operators();
    }
}
