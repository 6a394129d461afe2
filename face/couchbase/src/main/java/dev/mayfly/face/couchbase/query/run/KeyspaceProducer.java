package dev.mayfly.face.couchbase.query.run;

import dev.mayfly.engine.Document;
import dev.mayfly.engine.DocumentCursor;
import dev.mayfly.face.couchbase.bucket.BucketCollection;
import dev.mayfly.face.couchbase.language.tree.Expression;
import dev.mayfly.face.couchbase.language.value.Value;
import dev.mayfly.face.couchbase.query.expression.Frame;
import dev.mayfly.face.couchbase.query.index.AccessPath;
import java.util.function.BiFunction;

/** Documents of a keyspace by the way that was chosen. */
final class KeyspaceProducer implements Producer {
    private final BucketCollection keyspace;
    private final String name;
    private final AccessPath path;
    private final BiFunction<Frame, Expression, Value> values;
    private final Right right;
    private final int slot;

    /**
     * Documents for a statement that needs this right to see them.
     *
     * @param values computes what is known before the document is
     */
    KeyspaceProducer(
            BucketCollection keyspace,
            String name,
            AccessPath path,
            BiFunction<Frame, Expression, Value> values,
            Right right,
            int slot) {
        this.keyspace = keyspace;
        this.name = name;
        this.path = path;
        this.values = values;
        this.right = right;
        this.slot = slot;
    }

    AccessPath path() {
        return path;
    }

    @Override
    public boolean each(Frame frame, Step body) {
        right.require(frame.execution(), keyspace);
        try (DocumentCursor documents =
                path.open(Readings.of(frame, keyspace), expression -> values.apply(frame, expression))) {
            for (Document document = documents.next(); document != null; document = documents.next()) {
                frame.execution().check();
                DocumentRow row = new DocumentRow(document, name);
                frame.set(slot, row.value(), row);
                if (!body.row(frame)) {
                    return false;
                }
            }
        }
        return true;
    }

    @Override
    public Value explained() {
        return path.explained();
    }

    @Override
    public boolean fetches() {
        return !path.isCovering();
    }
}
