package dev.mayfly.face.couchbase.query.operator;

import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.query.StatementExecution;
import dev.mayfly.face.couchbase.query.StatementProfile;
import dev.mayfly.face.couchbase.query.expression.Frame;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A query below values that WITH has given names to. */
public record WithPlan(int slots, List<Setting> with, RowSource rows) implements RowSource {
    /** Gives one name its value. */
    @FunctionalInterface
    public interface Setting {
        void set(Frame frame);
    }

    public WithPlan {
        with = List.copyOf(with);
    }

    @Override
    public void run(@Nullable Frame outer, StatementExecution execution, RowConsumer taker) {
        Frame frame = new Frame(slots, outer, execution);
        for (Setting each : with) {
            each.set(frame);
        }
        rows.run(frame, execution, taker);
    }

    @Override
    public List<N1qlValue> explained() {
        return rows.explained();
    }

    @Override
    public List<N1qlValue> timed(StatementProfile profile) {
        return rows.timed(profile);
    }

    @Override
    public N1qlValue signature() {
        return rows.signature();
    }
}
