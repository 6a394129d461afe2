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
import dev.mayfly.face.couchbase.query.expression.Scalar;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * UPDATE, and DELETE where there is no change.
 *
 * <p>The keys come first, and then a document that somebody else changed meanwhile is judged once more in the write
 * itself: it is changed as it is now, or no longer meant. One that is as it was is not judged again, so that a condition
 * that looks at other documents of the keyspace does not see what the statement itself has written.
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
        for (Map.Entry<String, Long> found : found(frame).entrySet()) {
            if (most == 0) {
                return;
            }
            boolean written = change == null
                    ? delete(found.getKey(), found.getValue(), frame, writer, rows)
                    : update(found.getKey(), found.getValue(), change, frame, writer, rows);
            if (written) {
                most--;
            }
        }
    }

    /** The keys of the documents that are meant, each with the version that was looked at. */
    private Map<String, Long> found(Frame frame) {
        Map<String, Long> found = new LinkedHashMap<>();
        Budget budget = new Budget(Budget.BYTES_MAX);
        long[] version = {0};
        RowTaker windowed = new Window(window.offset(), null).onto(frame, key -> {
            found.putIfAbsent(((StringValue) key).stringValue(), version[0]);
            return true;
        });
        Step step = source.before(at -> {
            if (!isMeant(at)) {
                return true;
            }
            if (!(at.meta(source.slot()) instanceof DocumentRow row)) {
                return true;
            }
            version[0] = row.version();
            return windowed.take(budget.keep(row.field("id")));
        });
        step.row(frame);
        return found;
    }

    private boolean isMeant(Frame frame) {
        let(frame);
        return matches == null || matches.of(frame).truth();
    }

    private void let(Frame frame) {
        for (Grouped.Placed each : let) {
            each.set(frame);
        }
    }

    private boolean isStillMeant(Frame frame, Document document, long version) {
        DocumentRow row = new DocumentRow(document, name);
        frame.set(source.slot(), row.value(), row);
        if (document.version() != version) {
            return isMeant(frame);
        }
        let(frame);
        return true;
    }

    private boolean delete(String key, long version, Frame frame, DocumentWriter writer, RowSink rows) {
        long cas = writer.write("DELETE", key, found -> {
            Document current = found.document();
            return current != null && isStillMeant(frame, current, version) ? Edit.remove(current) : Edit.KEEP;
        });
        if (cas != 0) {
            returned.row(frame, rows);
        }
        return cas != 0;
    }

    private boolean update(
            String key, long version, DocumentChange changes, Frame frame, DocumentWriter writer, RowSink rows) {
        Draft[] written = new Draft[1];
        long cas = writer.write("UPDATE", key, found -> {
            Document current = found.document();
            if (current == null || !isStillMeant(frame, current, version)) {
                return Edit.KEEP;
            }
            Draft draft = new Draft(frame.get(source.slot()));
            written[0] = draft;
            return DocumentEdit.of(current, changes, frame, draft, writer);
        });
        if (cas != 0 && returned.isWanted()) {
            writer.show(frame, source.slot(), key, written[0].value(), cas);
            let(frame);
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
