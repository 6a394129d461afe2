package dev.mayfly.face.couchbase.query.run;

import dev.mayfly.face.couchbase.language.value.StringValue;
import dev.mayfly.face.couchbase.language.value.Value;
import dev.mayfly.face.couchbase.query.Execution;
import dev.mayfly.face.couchbase.query.RowSink;
import dev.mayfly.face.couchbase.query.Statement;
import dev.mayfly.face.couchbase.query.expression.Frame;
import dev.mayfly.face.couchbase.query.expression.Meta;
import dev.mayfly.face.couchbase.query.expression.Scalar;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** DELETE from a keyspace of the service itself, whose rows are those of one moment. */
record SystemDelete(
        SystemKeyspaces.Table table,
        Linked source,
        int slots,
        List<Grouped.Placed> let,
        @Nullable Scalar matches,
        Window window,
        Returned returned)
        implements Statement {
    SystemDelete {
        let = List.copyOf(let);
    }

    @Override
    public Value signature() {
        return returned.signature();
    }

    @Override
    public boolean isReadOnly() {
        return false;
    }

    @Override
    public void run(Execution execution, RowSink rows) {
        Frame frame = new Frame(slots, null, execution);
        RowTaker windowed = window.onto(frame, key -> {
            if (table.remove(((StringValue) key).stringValue(), execution)) {
                execution.mutated();
                returned.row(frame, rows);
            }
            return true;
        });
        if (window.most(frame) == 0) {
            return;
        }
        Step step = source.before(at -> {
            for (Grouped.Placed each : let) {
                each.set(at);
            }
            Meta meta = at.meta(source.slot());
            boolean isMeant = matches == null || matches.of(at).truth();
            return !isMeant || meta == null || windowed.take(meta.field("id"));
        });
        step.row(frame);
    }
}
