package dev.mayfly.face.couchbase.query.change;

import dev.mayfly.engine.read.Document;
import dev.mayfly.face.couchbase.bucket.BucketCollection;
import dev.mayfly.face.couchbase.kv.Documents;
import dev.mayfly.face.couchbase.kv.Edit;
import dev.mayfly.face.couchbase.language.value.N1qlException;
import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.language.value.N1qlValues;
import dev.mayfly.face.couchbase.query.RowSink;
import dev.mayfly.face.couchbase.query.StatementExecution;
import dev.mayfly.face.couchbase.query.expression.Frame;
import dev.mayfly.face.couchbase.query.expression.Scalar;
import dev.mayfly.face.couchbase.query.operator.DocumentLinks;
import dev.mayfly.face.couchbase.query.operator.DocumentRow;
import dev.mayfly.face.couchbase.query.operator.ExplainNode;
import dev.mayfly.face.couchbase.query.operator.GroupClause;
import dev.mayfly.face.couchbase.query.operator.PageClause;
import dev.mayfly.face.couchbase.query.operator.ReturningClause;
import dev.mayfly.face.couchbase.query.operator.RowScope;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * MERGE: for each row of a source the document that it meets is changed or deleted, and where it meets none one is
 * made. Nothing is written before all rows are seen and no two of them want the same document; a request for the legacy
 * form has what comes before such a conflict written.
 *
 * @param key of the target where the statement names it by its key, or null
 * @param source and the target, linked to it as by an outer join
 * @param update what is changed, or null
 * @param delete which documents are deleted, or null
 * @param insert what is made, or null
 * @param numbers what takes numbers of sequences
 */
public record MergeStatement(
        Documents documents,
        BucketCollection keyspace,
        String name,
        @Nullable Scalar key,
        DocumentLinks source,
        DocumentLinks target,
        int slots,
        List<GroupClause.Placed> let,
        @Nullable Updating update,
        @Nullable Guard delete,
        @Nullable Inserting insert,
        PageClause window,
        List<Scalar> numbers,
        ReturningClause returned)
        implements DataChange {
    public MergeStatement {
        let = List.copyOf(let);
        numbers = List.copyOf(numbers);
    }

    /** The condition of an action; null for always. */
    public record Guard(@Nullable Scalar where) {
        boolean admits(Frame frame) {
            return where == null || where.of(frame).truth();
        }
    }

    public record Updating(DocumentChange change, Guard guard) {}

    public record Inserting(
            Scalar key, Scalar value, @Nullable Scalar options, Guard guard) {}

    void let(Frame frame) {
        for (GroupClause.Placed each : let) {
            each.set(frame);
        }
    }

    @Override
    public void run(StatementExecution execution, RowSink rows) {
        Frame frame = new Frame(slots, null, execution);
        boolean legacy = execution.settings().legacyMerge();
        MergeTasks tasks = new MergeTasks(this, window.most(frame), legacy);
        N1qlException conflict = null;
        try {
            tasks.gather(frame);
        } catch (N1qlException error) {
            if (!legacy || !MergeTasks.isConflict(error)) {
                throw error;
            }
            conflict = error;
        }
        Writing writing = new Writing(frame, new DocumentWriter(documents, keyspace, name, execution), rows);
        each(tasks.updates(), writing::update);
        each(tasks.deletes(), writing::delete);
        each(tasks.inserts(), writing::insert);
        if (conflict != null) {
            throw conflict;
        }
    }

    private static void each(List<MergeTasks.Task> tasks, Consumer<MergeTasks.Task> write) {
        for (MergeTasks.Task task : tasks) {
            RowScope.run(() -> {
                write.accept(task);
                return true;
            });
        }
    }

    /** The writes of one run. The conditions are checked again for a document that has changed meanwhile. */
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

        /** Numbers are taken before documents are written, so that no write waits for another inside of it. */
        private void begin(MergeTasks.Task task) {
            frame.resumeRow(task.numbers());
            frame.set(source.slot(), task.value(), task.meta());
        }

        void update(MergeTasks.Task task) {
            if (update == null) {
                return;
            }
            begin(task);
            numbers.forEach(number -> number.of(frame));
            PlanDraft[] draft = new PlanDraft[1];
            long cas = writer.write("MERGE", task.key(), found -> {
                Document current = found.document();
                if (current == null || !isStillMet(current, task.version(), update.guard)) {
                    return Edit.KEEP;
                }
                draft[0] = new PlanDraft(frame.get(target.slot()));
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
            begin(task);
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
            begin(task);
            frame.set(target.slot(), N1qlValues.MISSING);
            let(frame);
            N1qlValue options = insert.options == null ? N1qlValues.MISSING : insert.options.of(frame);
            NewDocument document = NewDocument.of(
                    false, N1qlValues.of(task.key()), insert.value.of(frame), options, frame.execution());
            if (document == null) {
                return;
            }
            long cas = writer.store(false, document.key(), document.content());
            if (cas != 0 && returned.isWanted()) {
                // RETURNING sees of an insertion the document alone.
                frame.set(source.slot(), N1qlValues.MISSING);
                writer.show(frame, target.slot(), document.key(), document.value(), cas);
                let(frame);
                returned.row(frame, rows);
            }
        }
    }

    @Override
    public List<N1qlValue> explained() {
        List<N1qlValue> operators = new ArrayList<>(source.explained());
        operators.addAll(target.explained());
        operators.add(ExplainNode.operator("Merge")
                .with("keyspace", keyspace.name())
                .with("namespace", "default")
                .value());
        return operators;
    }
}
