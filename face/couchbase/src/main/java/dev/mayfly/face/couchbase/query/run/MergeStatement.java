package dev.mayfly.face.couchbase.query.run;

import dev.mayfly.engine.Document;
import dev.mayfly.face.couchbase.bucket.BucketCollection;
import dev.mayfly.face.couchbase.kv.Documents;
import dev.mayfly.face.couchbase.kv.Edit;
import dev.mayfly.face.couchbase.language.QueryException;
import dev.mayfly.face.couchbase.language.value.StringValue;
import dev.mayfly.face.couchbase.language.value.Value;
import dev.mayfly.face.couchbase.language.value.Values;
import dev.mayfly.face.couchbase.query.Execution;
import dev.mayfly.face.couchbase.query.RowSink;
import dev.mayfly.face.couchbase.query.Statement;
import dev.mayfly.face.couchbase.query.StatementRole;
import dev.mayfly.face.couchbase.query.expression.Frame;
import dev.mayfly.face.couchbase.query.expression.Meta;
import dev.mayfly.face.couchbase.query.expression.Scalar;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * MERGE: for each row of a source the document that it meets is changed or deleted, and where it meets none one is
 * made.
 *
 * @param source and the target, linked to it as by an outer join
 * @param update what is changed, or null
 * @param delete which documents are deleted, or null
 * @param insert what is made, or null
 */
record MergeStatement(
        Documents documents,
        BucketCollection keyspace,
        String name,
        Linked source,
        Linked target,
        int slots,
        List<Grouped.Placed> let,
        @Nullable Updating update,
        @Nullable Guard delete,
        @Nullable Inserting insert,
        Window window,
        Returned returned)
        implements Statement, Changing {
    private static final int CHANGED_TWICE = 5320;
    private static final int INSERTED_TWICE = 5330;

    MergeStatement {
        let = List.copyOf(let);
    }

    /** What must be true for something to be done; null for always. */
    record Guard(@Nullable Scalar where) {
        boolean admits(Frame frame) {
            return where == null || where.of(frame).truth();
        }
    }

    record Updating(DocumentChange change, Guard guard) {}

    record Inserting(Scalar key, Scalar value, @Nullable Scalar options, Guard guard) {}

    /**
     * A row of the source, laid aside until all have been found.
     *
     * @param key of the document that it meets, or null
     */
    private record Met(
            Value value, @Nullable Meta meta, @Nullable String key) {}

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
        new Run(frame, new DocumentWriter(documents, keyspace, name, execution), rows).run();
    }

    /** One run. Used by one thread. */
    private final class Run {
        private final Frame frame;
        private final DocumentWriter writer;
        private final RowSink rows;
        private final Set<String> changed = new HashSet<>();
        private final Set<String> inserted = new HashSet<>();

        Run(Frame frame, DocumentWriter writer, RowSink rows) {
            this.frame = frame;
            this.writer = writer;
            this.rows = rows;
        }

        void run() {
            long left = window.most(frame);
            for (Met met : met()) {
                if (left == 0) {
                    return;
                }
                frame.set(source.slot(), met.value, met.meta);
                if (met.key == null ? insert() : change(met.key)) {
                    left--;
                }
            }
        }

        private List<Met> met() {
            List<Met> found = new ArrayList<>();
            Budget budget = new Budget(Budget.BYTES_MAX);
            Step gather = at -> {
                Meta meta = at.meta(target.slot());
                String key = meta != null && meta.field("id") instanceof StringValue id ? id.stringValue() : null;
                found.add(new Met(budget.keep(at.get(source.slot())), at.meta(source.slot()), key));
                return true;
            };
            source.before(target.before(gather)).row(frame);
            return found;
        }

        private void let() {
            for (Grouped.Placed each : let) {
                each.set(frame);
            }
        }

        private boolean change(String key) {
            if (update == null && delete == null) {
                return false;
            }
            Draft[] draft = new Draft[1];
            long cas = writer.write("MERGE", key, found -> {
                Document current = found.document();
                Edit edit = current == null ? Edit.KEEP : edit(current, draft);
                if (!edit.equals(Edit.KEEP) && changed.contains(key)) {
                    throw new QueryException(
                            CHANGED_TWICE,
                            "Multiple UPDATE/DELETE of the same document (document key '" + key
                                    + "') in a MERGE statement");
                }
                return edit;
            });
            if (cas == 0) {
                return false;
            }
            changed.add(key);
            if (returned.isWanted()) {
                if (draft[0] != null) {
                    writer.show(frame, target.slot(), key, draft[0].value(), cas);
                }
                returned.row(frame, rows);
            }
            return true;
        }

        private Edit edit(Document current, Draft[] draft) {
            DocumentRow row = new DocumentRow(current, name);
            frame.set(target.slot(), row.value(), row);
            let();
            if (target.condition() != null && !target.condition().of(frame).truth()) {
                return Edit.KEEP;
            }
            if (update != null && update.guard.admits(frame)) {
                draft[0] = new Draft(row.value());
                return DocumentEdit.of(current, update.change, frame, draft[0], writer);
            }
            return delete != null && delete.admits(frame) ? Edit.remove(current) : Edit.KEEP;
        }

        private boolean insert() {
            if (insert == null) {
                return false;
            }
            frame.set(target.slot(), Values.MISSING);
            let();
            if (!insert.guard.admits(frame)) {
                return false;
            }
            Value options = insert.options == null ? Values.MISSING : insert.options.of(frame);
            NewDocument document =
                    NewDocument.of(false, insert.key.of(frame), insert.value.of(frame), options, frame.execution());
            if (document == null) {
                return false;
            }
            if (!inserted.add(document.key())) {
                throw new QueryException(
                        INSERTED_TWICE,
                        "Multiple INSERT of the same document (document key '" + document.key()
                                + "') in a MERGE statement");
            }
            long cas = writer.store(false, document.key(), document.content());
            if (cas != 0 && returned.isWanted()) {
                writer.show(frame, target.slot(), document.key(), document.value(), cas);
                returned.row(frame, rows);
            }
            return cas != 0;
        }
    }

    @Override
    public List<Value> explained() {
        List<Value> operators = new ArrayList<>(source.explained());
        operators.addAll(target.explained());
        operators.add(Explained.operator("Merge")
                .with("keyspace", keyspace.name())
                .with("namespace", "default")
                .value());
        return operators;
    }
}
