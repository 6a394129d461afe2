package dev.mayfly.face.couchbase.query.index;

import dev.mayfly.engine.expiry.Deadlines;
import dev.mayfly.engine.read.DeadlineRange;
import dev.mayfly.engine.read.DocumentCursor;
import dev.mayfly.engine.read.ReadView;
import dev.mayfly.face.couchbase.bucket.Expiry;
import dev.mayfly.face.couchbase.language.tree.N1qlExpression;
import dev.mayfly.face.couchbase.language.tree.N1qlQuery;
import dev.mayfly.face.couchbase.language.tree.N1qlStatement.IndexKey;
import dev.mayfly.face.couchbase.language.value.N1qlComparison;
import dev.mayfly.face.couchbase.language.value.N1qlNumber;
import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.language.value.N1qlValues;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Documents by the queue in which they wait to expire, where a condition says from which {@code META().expiration} on; no
 * index is needed for that. Those that never expire have an expiration of 0; they come first where the condition turns out
 * to ask for them. Immutable.
 */
final class ExpiryPath implements AccessPath {
    private static final double MILLIS = 1_000;

    private final KeyspaceDemand wanted;
    private final Sarg sarg;
    private final boolean ordered;

    private ExpiryPath(KeyspaceDemand wanted, Sarg sarg, boolean ordered) {
        this.wanted = wanted;
        this.sarg = sarg;
        this.ordered = ordered;
    }

    /** Null if the condition does not say where to begin. */
    static @Nullable ExpiryPath of(KeyspaceDemand wanted, SargFinder finder) {
        N1qlExpression expiration = DocumentKeyPath.expiration(wanted.alias());
        Sarg sarg = finder.of(new IndexKey(expiration, false, false, false, false), expiration);
        if (sarg == null || !begins(sarg)) {
            return null;
        }
        return new ExpiryPath(wanted, sarg, isMet(wanted.order(), expiration));
    }

    private static boolean begins(Sarg sarg) {
        return switch (sarg) {
            case Sarg.Compared(N1qlComparison comparison, N1qlExpression _) ->
                switch (comparison) {
                    case EQUAL, GREATER, GREATER_OR_EQUAL -> true;
                    case LESS, LESS_OR_EQUAL, NOT_EQUAL -> false;
                };
            case Sarg.All(List<Sarg> sargs) -> sargs.stream().anyMatch(ExpiryPath::begins);
            case Sarg.Among _, Sarg.Alike _, Sarg.Tested _, Sarg.Truth _, Sarg.Any _, Sarg.Leading _ -> false;
        };
    }

    private static boolean isMet(List<N1qlQuery.Sort> order, N1qlExpression expiration) {
        return order.isEmpty()
                || order.size() == 1
                        && order.getFirst().value().equals(expiration)
                        && !order.getFirst().descending();
    }

    @Override
    public boolean isOrdered() {
        return ordered;
    }

    @Override
    public boolean isCovering() {
        return false;
    }

    @Override
    public DocumentCursor open(ReadView reading, Function<N1qlExpression, N1qlValue> values) {
        Bounds bounds = new Bounds();
        bounds.narrow(sarg, values);
        return bounds.from <= Expiry.NEVER
                ? new LastingFirst(wanted.keyspace().collection(), reading, bounds.range())
                : wanted.keyspace().collection().byDeadline(reading, bounds.range());
    }

    /**
     * The range of possible expirations; perhaps one too many at either end, for the condition is checked in the end.
     */
    private static final class Bounds {
        private double from = Expiry.NEVER;
        private double until = Double.POSITIVE_INFINITY;

        void narrow(Sarg said, Function<N1qlExpression, N1qlValue> values) {
            if (said instanceof Sarg.All(List<Sarg> sargs)) {
                sargs.forEach(each -> narrow(each, values));
            } else if (said instanceof Sarg.Compared(N1qlComparison comparison, N1qlExpression value)) {
                narrow(comparison, values.apply(value));
            }
        }

        private void narrow(N1qlComparison comparison, N1qlValue value) {
            if (!(value instanceof N1qlNumber number)) {
                return;
            }
            double bound = number.doubleValue();
            switch (comparison) {
                case GREATER -> from = Math.max(from, Math.floor(bound) + 1);
                case GREATER_OR_EQUAL -> from = Math.max(from, Math.ceil(bound));
                case LESS, LESS_OR_EQUAL -> until = Math.min(until, bound);
                case EQUAL -> {
                    from = Math.max(from, Math.ceil(bound));
                    until = Math.min(until, bound);
                }
                case NOT_EQUAL -> {
                    // Leaves out too little to count.
                }
            }
        }

        /** A document is gone when the second of its expiration is over. Casting saturates. */
        DeadlineRange range() {
            long first = (long) ((from + 1) * MILLIS);
            long beyond = (long) ((until + 1) * MILLIS + 1);
            return DeadlineRange.of(first, Math.max(first, Math.min(beyond, Deadlines.NO_DEADLINE)));
        }
    }

    @Override
    public N1qlValue explained() {
        SequencedMap<String, N1qlValue> key = new LinkedHashMap<>();
        key.put("index_key", N1qlValues.of("(meta().`expiration`)"));
        key.put("range", N1qlValues.of(sarg.text()));
        SequencedMap<String, N1qlValue> span = new LinkedHashMap<>();
        span.put("range", N1qlValues.array(List.of(N1qlValues.object(key))));
        SequencedMap<String, N1qlValue> fields = new LinkedHashMap<>();
        fields.put("#operator", N1qlValues.of("ExpiryScan"));
        fields.put("as", N1qlValues.of(wanted.alias()));
        if (ordered && !wanted.order().isEmpty()) {
            fields.put("index_order", N1qlValues.of("forward"));
        }
        PrimaryPath.describe(wanted.keyspace(), fields);
        fields.put("spans", N1qlValues.array(List.of(N1qlValues.object(span))));
        fields.put("using", N1qlValues.of("mayfly"));
        return N1qlValues.object(fields);
    }
}
