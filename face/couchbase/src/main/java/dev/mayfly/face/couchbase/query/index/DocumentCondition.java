package dev.mayfly.face.couchbase.query.index;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.base.document.JsonView;
import dev.mayfly.base.document.Lifetime;
import dev.mayfly.base.document.Stamp;
import dev.mayfly.base.document.View;
import dev.mayfly.engine.document.FaceForms;
import dev.mayfly.face.couchbase.language.StatementReader;
import dev.mayfly.face.couchbase.language.value.N1qlException;
import dev.mayfly.face.couchbase.language.value.N1qlValues;
import dev.mayfly.face.couchbase.query.StatementExecution;
import dev.mayfly.face.couchbase.query.expression.Frame;
import dev.mayfly.face.couchbase.query.expression.N1qlExpressionCompiler;
import dev.mayfly.face.couchbase.query.expression.Resolver;
import dev.mayfly.face.couchbase.query.expression.Scalar;
import dev.mayfly.face.couchbase.query.expression.Subquery;
import dev.mayfly.face.couchbase.query.expression.VisibleNames;
import java.util.Map;

/**
 * A WHERE condition over single documents as they are stored: their fields, if they are JSON, and the part of META()
 * that an index can know. Used by one thread.
 */
public final class DocumentCondition {
    private final Scalar condition;
    private final int slots;
    private final StatementExecution execution;

    private DocumentCondition(Scalar condition, int slots, StatementExecution execution) {
        this.condition = condition;
        this.slots = slots;
        this.execution = execution;
    }

    /**
     * Reads a condition.
     *
     * @param alias what the document may be called in it
     * @param now the instant that it may name
     * @throws N1qlException when it is none
     */
    public static DocumentCondition of(String text, String alias, long now) {
        VisibleNames names = new VisibleNames(null);
        names.source(alias);
        N1qlExpressionCompiler compiler = new N1qlExpressionCompiler(names, (_, _) -> refuseQuery(), Map.of());
        Scalar scalar = compiler.compile(Resolver.qualify(StatementReader.readExpression("(" + text + "\n)"), alias));
        return new DocumentCondition(scalar, names.slots(), DocumentKeys.at(now));
    }

    private static Subquery refuseQuery() {
        throw new N1qlException(N1qlException.SEMANTIC, "Subqueries are not allowed here.");
    }

    /** Returns whether it is true of a document; a condition that cannot be computed is not. */
    public boolean holds(DocumentKey key, Stamp stamp, View document) {
        Frame frame = new Frame(slots, null, execution);
        KeyMeta meta = new KeyMeta(new Stored(key, stamp));
        frame.set(0, document instanceof JsonView json ? N1qlValues.stored(json) : N1qlValues.MISSING, meta);
        return DocumentKeys.compute(condition, frame).truth();
    }

    private record Stored(DocumentKey key, Stamp stamp) implements FaceForms.Envelope {
        @Override
        public long modified() {
            return stamp.modified();
        }

        @Override
        public Lifetime lifetime() {
            return stamp.lifetime();
        }

        @Override
        public byte[] face() {
            return stamp.face();
        }
    }
}
