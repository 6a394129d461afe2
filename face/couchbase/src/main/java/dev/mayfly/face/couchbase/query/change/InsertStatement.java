package dev.mayfly.face.couchbase.query.change;

import dev.mayfly.face.couchbase.bucket.BucketCollection;
import dev.mayfly.face.couchbase.kv.Documents;
import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.language.value.N1qlValues;
import dev.mayfly.face.couchbase.query.RowSink;
import dev.mayfly.face.couchbase.query.StatementExecution;
import dev.mayfly.face.couchbase.query.expression.Frame;
import dev.mayfly.face.couchbase.query.expression.Scalar;
import dev.mayfly.face.couchbase.query.operator.ExplainNode;
import dev.mayfly.face.couchbase.query.operator.OperatorMemory;
import dev.mayfly.face.couchbase.query.operator.ReturningClause;
import dev.mayfly.face.couchbase.query.operator.RowScope;
import dev.mayfly.face.couchbase.query.operator.RowSource;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * INSERT and UPSERT, of documents that the statement says or that a query makes.
 *
 * @param source a query for each of whose rows the tuple is computed, or null
 * @param slots of the frames of tuples; a row of the source stands in the first place
 * @param returnedSlots of the frame of RETURNING, where the document stands in the first place
 */
public record InsertStatement(
        boolean upsert,
        Documents documents,
        BucketCollection keyspace,
        String name,
        List<Tuple> tuples,
        @Nullable RowSource source,
        int slots,
        int returnedSlots,
        ReturningClause returned)
        implements DataChange {
    public InsertStatement {
        tuples = List.copyOf(tuples);
    }

    /** A document to be; without a value it is the row of the source itself. */
    public record Tuple(
            Scalar key, @Nullable Scalar value, @Nullable Scalar options) {}

    @Override
    public void run(StatementExecution execution, RowSink rows) {
        DocumentWriter writer = new DocumentWriter(documents, keyspace, name, execution);
        Frame frame = new Frame(slots, null, execution);
        if (source == null) {
            for (Tuple tuple : tuples) {
                store(tuple, frame, writer, rows);
            }
            return;
        }
        // All rows first: what is inserted must not be found by the query that it comes from.
        List<N1qlValue> found = new ArrayList<>();
        OperatorMemory budget = new OperatorMemory(OperatorMemory.BYTES_MAX);
        source.run(null, execution, row -> {
            found.add(budget.keep(row));
            return true;
        });
        for (N1qlValue row : found) {
            frame.set(0, row);
            store(tuples.getFirst(), frame, writer, rows);
        }
    }

    private void store(Tuple tuple, Frame frame, DocumentWriter writer, RowSink rows) {
        frame.beginRow();
        RowScope.run(() -> {
            write(tuple, frame, writer, rows);
            return true;
        });
    }

    private void write(Tuple tuple, Frame frame, DocumentWriter writer, RowSink rows) {
        StatementExecution execution = frame.execution();
        // The key first: what follows may ask for the number that it took.
        N1qlValue key = tuple.key.of(frame);
        N1qlValue value = tuple.value == null ? frame.get(0) : tuple.value.of(frame);
        N1qlValue options = tuple.options == null ? N1qlValues.MISSING : tuple.options.of(frame);
        NewDocument document = NewDocument.of(upsert, key, value, options, execution);
        if (document == null) {
            return;
        }
        long cas = writer.store(upsert, document.key(), document.content());
        if (cas != 0 && returned.isWanted()) {
            Frame shown = new Frame(returnedSlots, null, execution);
            writer.show(shown, 0, document.key(), value, cas);
            returned.row(shown, rows);
        }
    }

    @Override
    public List<N1qlValue> explained() {
        List<N1qlValue> operators = new ArrayList<>();
        if (source != null) {
            operators.addAll(source.explained());
        }
        operators.add(ExplainNode.operator(upsert ? "SendUpsert" : "SendInsert")
                .with("keyspace", keyspace.name())
                .with("namespace", "default")
                .value());
        return operators;
    }
}
