package dev.mayfly.face.couchbase.query.change;

import dev.mayfly.engine.read.Document;
import dev.mayfly.face.couchbase.bucket.BucketCollection;
import dev.mayfly.face.couchbase.kv.Documents;
import dev.mayfly.face.couchbase.kv.Edit;
import dev.mayfly.face.couchbase.language.value.N1qlString;
import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.query.RowSink;
import dev.mayfly.face.couchbase.query.StatementExecution;
import dev.mayfly.face.couchbase.query.expression.Frame;
import dev.mayfly.face.couchbase.query.expression.Scalar;
import dev.mayfly.face.couchbase.query.operator.DocumentLinks;
import dev.mayfly.face.couchbase.query.operator.DocumentRow;
import dev.mayfly.face.couchbase.query.operator.ExplainNode;
import dev.mayfly.face.couchbase.query.operator.GroupClause;
import dev.mayfly.face.couchbase.query.operator.JoinStep;
import dev.mayfly.face.couchbase.query.operator.OperatorMemory;
import dev.mayfly.face.couchbase.query.operator.PageClause;
import dev.mayfly.face.couchbase.query.operator.ReturningClause;
import dev.mayfly.face.couchbase.query.operator.RowConsumer;
import dev.mayfly.face.couchbase.query.operator.RowScope;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * UPDATE, and DELETE where there is no change.
 *
 * <p>The keys come first, and then a document that was changed meanwhile is judged once more in the write itself: it is
 * changed as it is now, or no longer meant. An unchanged one is not judged again, so that a condition that looks at
 * other documents of the keyspace does not see what the statement itself has written.
 *
 * @param slots of the frame, where the document stands in the first place
 * @param matches the condition on a document that is meant, over the whole frame
 * @param numbers the scalars that take numbers of sequences
 */
public record UpdateDeleteStatement(
        Documents documents,
        BucketCollection keyspace,
        String name,
        DocumentLinks source,
        int slots,
        List<GroupClause.Placed> let,
        @Nullable Scalar matches,
        @Nullable DocumentChange change,
        PageClause window,
        List<Scalar> numbers,
        ReturningClause returned)
        implements DataChange {
    public UpdateDeleteStatement {
        let = List.copyOf(let);
        numbers = List.copyOf(numbers);
    }

    @Override
    public void run(StatementExecution execution, RowSink rows) {
        Frame frame = new Frame(slots, null, execution);
        DocumentWriter writer = new DocumentWriter(documents, keyspace, name, execution);
        long most = window.most(frame);
        for (Map.Entry<String, Long> found : found(frame).entrySet()) {
            if (most == 0) {
                return;
            }
            // Numbers are taken before the document is written, so that no write waits for another inside of it.
            frame.beginRow();
            numbers.forEach(number -> number.of(frame));
            boolean written = RowScope.run(() -> change == null
                    ? delete(found.getKey(), found.getValue(), frame, writer, rows)
                    : update(found.getKey(), found.getValue(), change, frame, writer, rows));
            if (written) {
                most--;
            }
        }
    }

    /** The keys of the documents that are meant, each with the version that was looked at. */
    private Map<String, Long> found(Frame frame) {
        Map<String, Long> found = new LinkedHashMap<>();
        OperatorMemory budget = new OperatorMemory(OperatorMemory.BYTES_MAX);
        long[] version = {0};
        RowConsumer windowed = new PageClause(window.offset(), null).onto(frame, key -> {
            found.putIfAbsent(((N1qlString) key).stringValue(), version[0]);
            return true;
        });
        JoinStep step = source.before(at -> {
            at.beginRow();
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
        for (GroupClause.Placed each : let) {
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
        PlanDraft[] written = new PlanDraft[1];
        long cas = writer.write("UPDATE", key, found -> {
            Document current = found.document();
            if (current == null || !isStillMeant(frame, current, version)) {
                return Edit.KEEP;
            }
            PlanDraft draft = new PlanDraft(frame.get(source.slot()));
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
    public List<N1qlValue> explained() {
        List<N1qlValue> operators = new ArrayList<>();
        operators.addAll(source.explained());
        if (matches != null) {
            operators.add(ExplainNode.operator("Filter").value());
        }
        if (change != null) {
            operators.add(ExplainNode.operator("Clone").value());
            operators.add(ExplainNode.operator("Set").value());
        }
        operators.add(ExplainNode.operator(change == null ? "SendDelete" : "SendUpdate")
                .with("keyspace", keyspace.name())
                .with("namespace", "default")
                .value());
        return operators;
    }
}
