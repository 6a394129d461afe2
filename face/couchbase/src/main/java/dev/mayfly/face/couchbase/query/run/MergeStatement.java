package dev.mayfly.face.couchbase.query.run;

import dev.mayfly.engine.Document;
import dev.mayfly.face.couchbase.bucket.BucketCollection;
import dev.mayfly.face.couchbase.kv.Documents;
import dev.mayfly.face.couchbase.kv.Edit;
import dev.mayfly.face.couchbase.language.value.Value;
import dev.mayfly.face.couchbase.language.value.Values;
import dev.mayfly.face.couchbase.query.Execution;
import dev.mayfly.face.couchbase.query.RowSink;
import dev.mayfly.face.couchbase.query.Statement;
import dev.mayfly.face.couchbase.query.StatementRole;
import dev.mayfly.face.couchbase.query.expression.Frame;
import dev.mayfly.face.couchbase.query.expression.Scalar;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * MERGE: for each row of a source the document that it meets is changed or deleted, and where it meets none one is
 * made. Nothing is written before all rows are seen and no two of them want the same document.
 *
 * @param key of the target where the statement names it by its key, or null
 * @param source and the target, linked to it as by an outer join
 * @param update what is changed, or null
 * @param delete which documents are deleted, or null
 * @param insert what is made, or null
 */
record MergeStatement(
        Documents documents,
        BucketCollection keyspace,
        String name,
        @Nullable Scalar key,
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

    void let(Frame frame) {
        for (Grouped.Placed each : let) {
            each.set(frame);
        }
    }

    @Override
    public void run(Execution execution, RowSink rows) {
        Frame frame = new Frame(slots, null, execution);
        MergeTasks tasks = new MergeTasks(this, window.most(frame));
        tasks.gather(frame);
        Writing writing = new Writing(frame, new DocumentWriter(documents, keyspace, name, execution), rows);
        tasks.updates().forEach(writing::update);
        tasks.deletes().forEach(writing::delete);
        tasks.inserts().forEach(writing::insert);
    }

    /** What one run writes. Of a document that somebody else changed meanwhile the conditions are asked once more. */
    private final class Writing {
        private final Frame frame;
        private final DocumentWriter writer;
        private final RowSink rows;

        Writing(Frame frame, DocumentWriter writer, RowSink rows) {
            this.frame = frame;
            this.writer = writer;
            this.rows = rows;
        }

        private boolean isStillMet(Document current, long version, Guard guard) {
            DocumentRow row = new DocumentRow(current, name);
            frame.set(target.slot(), row.value(), row);
            let(frame);
            if (current.version() == version) {
                return true;
            }
            Scalar on = target.condition();
            return (on == null || on.of(frame).truth()) && guard.admits(frame);
        }

        void update(MergeTasks.Task task) {
            if (update == null) {
                return;
            }
            frame.set(source.slot(), task.value(), task.meta());
            Draft[] draft = new Draft[1];
            long cas = writer.write("MERGE", task.key(), found -> {
                Document current = found.document();
                if (current == null || !isStillMet(current, task.version(), update.guard)) {
                    return Edit.KEEP;
                }
                draft[0] = new Draft(frame.get(target.slot()));
                return DocumentEdit.of(current, update.change, frame, draft[0], writer);
            });
            if (cas != 0 && returned.isWanted()) {
                writer.show(frame, target.slot(), task.key(), draft[0].value(), cas);
                returned.row(frame, rows);
            }
        }

        void delete(MergeTasks.Task task) {
            if (delete == null) {
                return;
            }
            frame.set(source.slot(), task.value(), task.meta());
            long cas = writer.write("MERGE", task.key(), found -> {
                Document current = found.document();
                return current != null && isStillMet(current, task.version(), delete)
                        ? Edit.remove(current)
                        : Edit.KEEP;
            });
            if (cas != 0) {
                returned.row(frame, rows);
            }
        }

        void insert(MergeTasks.Task task) {
            if (insert == null) {
                return;
            }
            frame.set(source.slot(), task.value(), task.meta());
            frame.set(target.slot(), Values.MISSING);
            let(frame);
            Value options = insert.options == null ? Values.MISSING : insert.options.of(frame);
            NewDocument document =
                    NewDocument.of(false, Values.of(task.key()), insert.value.of(frame), options, frame.execution());
            if (document == null) {
                return;
            }
            long cas = writer.store(false, document.key(), document.content());
            if (cas != 0 && returned.isWanted()) {
                // RETURNING sees of an insertion the document alone.
                frame.set(source.slot(), Values.MISSING);
                writer.show(frame, target.slot(), document.key(), document.value(), cas);
                let(frame);
                returned.row(frame, rows);
            }
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
