package dev.mayfly.face.couchbase.query.change;

import dev.mayfly.face.couchbase.language.value.N1qlString;
import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.query.ExecutableStatement;
import dev.mayfly.face.couchbase.query.RowSink;
import dev.mayfly.face.couchbase.query.StatementExecution;
import dev.mayfly.face.couchbase.query.expression.Frame;
import dev.mayfly.face.couchbase.query.expression.Meta;
import dev.mayfly.face.couchbase.query.expression.Scalar;
import dev.mayfly.face.couchbase.query.operator.DocumentLinks;
import dev.mayfly.face.couchbase.query.operator.GroupClause;
import dev.mayfly.face.couchbase.query.operator.JoinStep;
import dev.mayfly.face.couchbase.query.operator.PageClause;
import dev.mayfly.face.couchbase.query.operator.ReturningClause;
import dev.mayfly.face.couchbase.query.operator.RowConsumer;
import dev.mayfly.face.couchbase.query.operator.SystemKeyspaces;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** DELETE from a keyspace of the service itself, whose rows are those of one moment. */
public record SystemDelete(
        SystemKeyspaces.Table table,
        DocumentLinks source,
        int slots,
        List<GroupClause.Placed> let,
        @Nullable Scalar matches,
        PageClause window,
        ReturningClause returned)
        implements ExecutableStatement {
    public SystemDelete {
        let = List.copyOf(let);
    }

    @Override
    public N1qlValue signature() {
        return returned.signature();
    }

    @Override
    public boolean isReadOnly() {
        return false;
    }

    @Override
    public void run(StatementExecution execution, RowSink rows) {
        Frame frame = new Frame(slots, null, execution);
        RowConsumer windowed = window.onto(frame, key -> {
            if (table.remove(((N1qlString) key).stringValue(), execution)) {
                execution.mutated();
                returned.row(frame, rows);
            }
            return true;
        });
        if (window.most(frame) == 0) {
            return;
        }
        JoinStep step = source.before(at -> {
            for (GroupClause.Placed each : let) {
                each.set(at);
            }
            Meta meta = at.meta(source.slot());
            boolean isMeant = matches == null || matches.of(at).truth();
            return !isMeant || meta == null || windowed.take(meta.field("id"));
        });
        step.row(frame);
    }
}
