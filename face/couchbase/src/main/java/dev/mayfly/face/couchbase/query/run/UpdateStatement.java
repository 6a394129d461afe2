package dev.mayfly.face.couchbase.query.run;

import dev.mayfly.engine.Document;
import dev.mayfly.face.couchbase.bucket.BucketCollection;
import dev.mayfly.face.couchbase.kv.Documents;
import dev.mayfly.face.couchbase.kv.Edit;
import dev.mayfly.face.couchbase.language.value.StringValue;
import dev.mayfly.face.couchbase.language.value.Value;
import dev.mayfly.face.couchbase.query.Execution;
import dev.mayfly.face.couchbase.query.RowSink;
import dev.mayfly.face.couchbase.query.Statement;
import dev.mayfly.face.couchbase.query.StatementRole;
import dev.mayfly.face.couchbase.query.expression.Frame;
import dev.mayfly.face.couchbase.query.expression.Meta;
import dev.mayfly.face.couchbase.query.expression.Scalar;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * UPDATE, and DELETE where there is no change.
 *
 * <p>The keys come first, and then each document is judged once more in the write itself: what somebody else changed
 * meanwhile is changed as it is now, or no longer meant.
 *
 * @param slots of the frame, where the document stands in the first place
 * @param matches what must be true of a document that is meant, over the whole frame
 */
record UpdateStatement(
        Documents documents,
        BucketCollection keyspace,
        String name,
        Linked source,
        int slots,
        List<Grouped.Placed> let,
        @Nullable Scalar matches,
        @Nullable DocumentChange change,
        Window window,
        Returned returned)
        implements Statement, Changing {
    UpdateStatement {
        let = List.copyOf(let);
    }

    @Override
    public Value signature() {
        return returned.signature();
    }

    @Override
    public StatementRole role() {
        return StatementRole.DATA;
    }

    @Override
    public boolean isReadOnly() {
        return false;
    }

    @Override
    public void run(Execution execution, RowSink rows) {
        Frame frame = new Frame(slots, null, execution);
        DocumentWriter writer = new DocumentWriter(documents, keyspace, name, execution);
        long most = window.most(frame);
        for (String key : keys(frame)) {
            if (most == 0) {
                return;
            }
            if (change == null ? delete(key, frame, writer, rows) : update(key, change, frame, writer, rows)) {
                most--;
            }
        }
    }

    private Set<String> keys(Frame frame) {
        Set<String> keys = new LinkedHashSet<>();
        Budget budget = new Budget(Budget.BYTES_MAX);
        RowTaker windowed = new Window(window.offset(), null).onto(frame, key -> {
            keys.add(((StringValue) key).stringValue());
            return true;
        });
        Step step = source.before(at -> {
            if (!isMeant(at)) {
                return true;
            }
            Meta meta = at.meta(source.slot());
            return meta == null || windowed.take(budget.keep(meta.field("id")));
        });
        step.row(frame);
        return keys;
    }

    private boolean isMeant(Frame frame) {
        for (Grouped.Placed each : let) {
            each.set(frame);
        }
        return matches == null || matches.of(frame).truth();
    }

    private boolean isStillMeant(Frame frame, Document document) {
        DocumentRow row = new DocumentRow(document, name);
        frame.set(source.slot(), row.value(), row);
        return isMeant(frame);
    }

    private boolean delete(String key, Frame frame, DocumentWriter writer, RowSink rows) {
        long cas = writer.write("DELETE", key, found -> {
            Document current = found.document();
            return current != null && isStillMeant(frame, current) ? Edit.remove(current) : Edit.KEEP;
        });
        if (cas != 0) {
            returned.row(frame, rows);
        }
        return cas != 0;
    }

    private boolean update(String key, DocumentChange changes, Frame frame, DocumentWriter writer, RowSink rows) {
        Draft[] written = new Draft[1];
        long cas = writer.write("UPDATE", key, found -> {
            Document current = found.document();
            if (current == null || !isStillMeant(frame, current)) {
                return Edit.KEEP;
            }
            Draft draft = new Draft(frame.get(source.slot()));
            written[0] = draft;
            return DocumentEdit.of(current, changes, frame, draft, writer);
        });
        if (cas != 0 && returned.isWanted()) {
            writer.show(frame, source.slot(), key, written[0].value(), cas);
            for (Grouped.Placed each : let) {
                each.set(frame);
            }
            returned.row(frame, rows);
        }
        return cas != 0;
    }

    @Override
    public List<Value> explained() {
        List<Value> operators = new ArrayList<>();
        operators.addAll(source.explained());
        if (matches != null) {
            operators.add(Explained.operator("Filter").value());
        }
        if (change != null) {
            operators.add(Explained.operator("Clone").value());
            operators.add(Explained.operator("Set").value());
        }
        operators.add(Explained.operator(change == null ? "SendDelete" : "SendUpdate")
                .with("keyspace", keyspace.name())
                .with("namespace", "default")
                .value());
        return operators;
    }
}
