package dev.mayfly.face.couchbase.query.index;

import dev.mayfly.base.clock.Clock;
import dev.mayfly.base.document.Extraction;
import dev.mayfly.base.document.JsonView;
import dev.mayfly.base.document.TooManyKeysException;
import dev.mayfly.base.document.View;
import dev.mayfly.engine.FaceForms;
import dev.mayfly.face.couchbase.language.QueryException;
import dev.mayfly.face.couchbase.language.function.Moment;
import dev.mayfly.face.couchbase.language.tree.Expression;
import dev.mayfly.face.couchbase.language.tree.Statement.IndexKey;
import dev.mayfly.face.couchbase.language.value.ArrayValue;
import dev.mayfly.face.couchbase.language.value.Value;
import dev.mayfly.face.couchbase.language.value.Values;
import dev.mayfly.face.couchbase.query.Execution;
import dev.mayfly.face.couchbase.query.Parameters;
import dev.mayfly.face.couchbase.query.QueryContext;
import dev.mayfly.face.couchbase.query.expression.ExpressionCompiler;
import dev.mayfly.face.couchbase.query.expression.Frame;
import dev.mayfly.face.couchbase.query.expression.Names;
import dev.mayfly.face.couchbase.query.expression.Resolver;
import dev.mayfly.face.couchbase.query.expression.Scalar;
import dev.mayfly.face.couchbase.query.expression.Subquery;
import dev.mayfly.face.couchbase.session.Identity;
import dev.mayfly.face.couchbase.session.Privilege;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
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
 * nor one that is no JSON. What cannot be computed counts as MISSING.
 */
final class DocumentKeys implements FaceForms.KeySource {
    /** What the document is called in the expressions of an index. */
    static final String SELF = "self";

    /** How many keys a document may have. */
    private static final int KEYS_MAX = 100_000;

    private final List<IndexKey> keys;
    private final Scalar[] values;
    private final @Nullable Scalar where;
    private final int slots;

    DocumentKeys(N1qlIndex index) {
        Names names = new Names(null);
        names.source(SELF);
        ExpressionCompiler compiler = new ExpressionCompiler(names, (_, _) -> refuseQuery(), Map.of());
        this.keys = index.keys();
        this.values = new Scalar[keys.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = compiler.compile(Resolver.qualify(keys.get(i).value(), SELF));
        }
        Expression condition = index.where();
        this.where = condition == null ? null : compiler.compile(Resolver.qualify(condition, SELF));
        this.slots = names.slots();
    }

    /** @throws QueryException when an expression of the index names what there is not */
    static void requireComputable(N1qlIndex index) {
        if (new DocumentKeys(index).slots < 1) {
            throw new IllegalStateException("a document has no place");
        }
    }

    private static Subquery refuseQuery() {
        throw new QueryException(QueryException.SEMANTIC, "Subqueries are not allowed in an index.");
    }

    @Override
    public Extraction keysOf(View document, long modified) {
        throw new IllegalStateException("these keys are found with what is kept beside a document");
    }

    @Override
    public Extraction keysOf(View document, FaceForms.Envelope envelope) {
        if (!(document instanceof JsonView json)) {
            return Extraction.NONE;
        }
        Frame frame = new Frame(slots, null, NOWHEN);
        frame.set(0, Values.stored(json), new KeyMeta(envelope));
        if (where != null && !compute(where, frame).truth()) {
            return Extraction.NONE;
        }
        return new Extraction(List.copyOf(sorted(frame)), hasArray());
    }

    private boolean hasArray() {
        return keys.stream().anyMatch(IndexKey::each);
    }

    private List<byte[]> sorted(Frame frame) {
        List<Value> row = new ArrayList<>();
        int array = -1;
        for (int i = 0; i < values.length; i++) {
            Value value = compute(values[i], frame);
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
        for (Value element : elements(row.get(array), array == 0)) {
            row.set(array, element);
            found.add(encoded(row));
            if (found.size() > KEYS_MAX) {
                throw new TooManyKeysException(KEYS_MAX);
            }
        }
        return List.copyOf(found);
    }

    /** The elements of an array; of all else, behind a first key, what it is. */
    private static Set<Value> elements(Value array, boolean leads) {
        if (array instanceof ArrayValue of && of.truth()) {
            return new HashSet<>(of.elements());
        }
        return leads ? Set.of() : Set.of(Values.MISSING);
    }

    private byte[] encoded(List<Value> row) {
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

    static Value compute(Scalar scalar, Frame frame) {
        try {
            return scalar.of(frame);
        } catch (QueryException _) {
            return Values.MISSING;
        }
    }

    /** Nothing that an index holds depends on when or by whom it is computed. */
    static final Execution NOWHEN = at(0);

    /** By nobody, at an instant. */
    static Execution at(long now) {
        return new Execution(
                new Execution.Settings(
                        new Nobody(),
                        new Moment(now, ZoneOffset.UTC, new Random(0), ""),
                        QueryContext.NONE,
                        Parameters.NONE,
                        0,
                        true,
                        false,
                        false,
                        1),
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
