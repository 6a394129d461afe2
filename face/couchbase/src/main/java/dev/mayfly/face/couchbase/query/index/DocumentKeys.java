package dev.mayfly.face.couchbase.query.index;

import dev.mayfly.base.clock.Clock;
import dev.mayfly.base.document.Extraction;
import dev.mayfly.base.document.JsonView;
import dev.mayfly.base.document.TooManyKeysException;
import dev.mayfly.base.document.View;
import dev.mayfly.base.query.RequestGuard;
import dev.mayfly.engine.document.FaceForms;
import dev.mayfly.face.couchbase.language.function.StatementInstant;
import dev.mayfly.face.couchbase.language.tree.N1qlExpression;
import dev.mayfly.face.couchbase.language.tree.N1qlStatement.IndexKey;
import dev.mayfly.face.couchbase.language.tree.QueryContext;
import dev.mayfly.face.couchbase.language.value.N1qlArray;
import dev.mayfly.face.couchbase.language.value.N1qlException;
import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.language.value.N1qlValues;
import dev.mayfly.face.couchbase.query.Parameters;
import dev.mayfly.face.couchbase.query.StatementExecution;
import dev.mayfly.face.couchbase.query.expression.Frame;
import dev.mayfly.face.couchbase.query.expression.N1qlExpressionCompiler;
import dev.mayfly.face.couchbase.query.expression.Resolver;
import dev.mayfly.face.couchbase.query.expression.Scalar;
import dev.mayfly.face.couchbase.query.expression.Subquery;
import dev.mayfly.face.couchbase.query.expression.VisibleNames;
import dev.mayfly.face.couchbase.session.Identity;
import dev.mayfly.face.couchbase.session.Privilege;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Finds the keys of a document in one index. Immutable and safe for concurrent use.
 *
 * <p>A document whose first key is MISSING has none, unless that key asks for it; nor has one that fails the condition,
 * nor one that is no JSON. An expression that cannot be computed counts as MISSING.
 */
final class DocumentKeys implements FaceForms.KeySource {
    /** The name of the document in the expressions of an index. */
    static final String SELF = "self";

    /** Limit on the keys of one document. */
    private static final int KEYS_MAX = 100_000;

    private final List<IndexKey> keys;
    private final Scalar[] values;
    private final @Nullable Scalar where;
    private final int slots;

    DocumentKeys(N1qlIndex index) {
        VisibleNames names = new VisibleNames(null);
        names.source(SELF);
        N1qlExpressionCompiler compiler = new N1qlExpressionCompiler(names, (_, _) -> refuseQuery(), Map.of());
        this.keys = index.keys();
        this.values = new Scalar[keys.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = compiler.compile(Resolver.qualify(keys.get(i).value(), SELF));
        }
        N1qlExpression condition = index.where();
        this.where = condition == null ? null : compiler.compile(Resolver.qualify(condition, SELF));
        this.slots = names.slots();
    }

    /** @throws N1qlException when an expression of the index names what there is not */
    static void requireComputable(N1qlIndex index) {
        if (new DocumentKeys(index).slots < 1) {
            throw new IllegalStateException("a document has no place");
        }
    }

    private static Subquery refuseQuery() {
        throw new N1qlException(N1qlException.SEMANTIC, "Subqueries are not allowed in an index.");
    }

    @Override
    public Extraction keysOf(View document, long modified) {
        throw new IllegalStateException("these keys are found with what is kept beside a document");
    }

    @Override
    public Extraction keysOf(View document, FaceForms.Envelope envelope) {
        // Keys must not depend on the time or memory that the writer of the document has left.
        return document instanceof JsonView json
                ? RequestGuard.unlimited(() -> keysOf(json, envelope))
                : Extraction.NONE;
    }

    private Extraction keysOf(JsonView json, FaceForms.Envelope envelope) {
        Frame frame = new Frame(slots, null, NOWHEN);
        frame.set(0, N1qlValues.stored(json), new KeyMeta(envelope));
        if (where != null && !compute(where, frame).truth()) {
            return Extraction.NONE;
        }
        return new Extraction(List.copyOf(sorted(frame)), hasArray());
    }

    private boolean hasArray() {
        return keys.stream().anyMatch(IndexKey::each);
    }

    private List<byte[]> sorted(Frame frame) {
        List<N1qlValue> row = new ArrayList<>();
        int array = -1;
        for (int i = 0; i < values.length; i++) {
            N1qlValue value = compute(values[i], frame);
            row.add(value);
            if (keys.get(i).each()) {
                array = i;
            } else if (i == 0 && value.isMissing() && !keys.get(0).includeMissing()) {
                return List.of();
            }
        }
        Set<byte[]> found = new TreeSet<>(Arrays::compareUnsigned);
        if (array < 0) {
            found.add(encoded(row));
            return List.copyOf(found);
        }
        for (N1qlValue element : elements(row.get(array), array == 0)) {
            row.set(array, element);
            found.add(encoded(row));
            if (found.size() > KEYS_MAX) {
                throw new TooManyKeysException(KEYS_MAX);
            }
        }
        return List.copyOf(found);
    }

    /** The elements of an array; of all else, behind a first key, what it is. */
    private static Collection<N1qlValue> elements(N1qlValue array, boolean leads) {
        if (array instanceof N1qlArray of && of.truth()) {
            return of.elements();
        }
        return leads ? List.of() : List.of(N1qlValues.MISSING);
    }

    private byte[] encoded(List<N1qlValue> row) {
        KeyBytes out = new KeyBytes();
        for (int i = 0; i < keys.size(); i++) {
            if (keys.get(i).descending()) {
                out.descending(row.get(i));
            } else {
                out.value(row.get(i));
            }
        }
        return out.toBytes();
    }

    static N1qlValue compute(Scalar scalar, Frame frame) {
        try {
            return scalar.of(frame);
        } catch (N1qlException _) {
            return N1qlValues.MISSING;
        }
    }

    /** The run of all index computations: an index holds nothing that depends on time or user. */
    static final StatementExecution NOWHEN = at(0);

    /** Creates a run at an instant, without a user. */
    static StatementExecution at(long now) {
        return new StatementExecution(
                new StatementExecution.Settings(
                        new Nobody(),
                        new StatementInstant(now, ZoneOffset.UTC, new Random(0), ""),
                        QueryContext.NONE,
                        Parameters.NONE,
                        0,
                        true,
                        false,
                        false,
                        1,
                        false),
                new Standing());
    }

    private record Standing() implements Clock {
        @Override
        public long wallMillis() {
            return 0;
        }

        @Override
        public long tickNanos() {
            return 0;
        }
    }

    private record Nobody() implements Identity {
        @Override
        public String name() {
            return "";
        }

        @Override
        public boolean mayEnter(String bucket) {
            return false;
        }

        @Override
        public boolean may(Privilege privilege, String bucket) {
            return false;
        }
    }
}
