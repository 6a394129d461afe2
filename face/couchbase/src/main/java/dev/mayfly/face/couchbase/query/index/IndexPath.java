package dev.mayfly.face.couchbase.query.index;

import dev.mayfly.base.query.IndexRange;
import dev.mayfly.base.query.KeyInterval;
import dev.mayfly.base.query.KeyPrefixes;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.catalog.IndexDefinition;
import dev.mayfly.engine.read.DocumentCursor;
import dev.mayfly.engine.read.IndexWalk;
import dev.mayfly.engine.read.ReadView;
import dev.mayfly.face.couchbase.language.ExpressionText;
import dev.mayfly.face.couchbase.language.tree.N1qlExpression;
import dev.mayfly.face.couchbase.language.tree.N1qlStatement.IndexKey;
import dev.mayfly.face.couchbase.language.value.N1qlException;
import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.language.value.N1qlValues;
import dev.mayfly.face.couchbase.query.expression.Resolver;
import dev.mayfly.face.couchbase.query.index.IndexCatalog.Entry;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.KeyRange;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Documents by a secondary index. Immutable. */
final class IndexPath implements AccessPath {
    /** Limit on the ranges over one index; a condition of more is judged by its first keys alone. */
    private static final int RANGES_MAX = 4_096;

    private static final int INDEX_GONE = 12016;

    private final Entry entry;
    private final KeyspaceDemand wanted;
    private final List<@Nullable Sarg> sargs;
    private final List<N1qlExpression> values;
    private final IndexOrder order;
    private final boolean covering;

    private IndexPath(Entry entry, KeyspaceDemand wanted, List<N1qlExpression> values, List<@Nullable Sarg> sargs) {
        this.entry = entry;
        this.wanted = wanted;
        this.values = values;
        this.sargs = sargs;
        this.order = IndexOrder.of(entry.index(), values, sargs, wanted);
        this.covering = covers();
    }

    /** The way by this index, or null if it does not hold all that the condition may be true of, or would not help. */
    static @Nullable IndexPath of(Entry entry, KeyspaceDemand wanted, List<N1qlExpression> terms, SargFinder finder) {
        N1qlIndex index = entry.index();
        if (!PartialIndexes.holds(index.where(), wanted.alias(), terms)) {
            return null;
        }
        List<N1qlExpression> values = new ArrayList<>();
        List<@Nullable Sarg> sargs = new ArrayList<>();
        for (IndexKey key : index.keys()) {
            N1qlExpression value = Resolver.qualify(key.value(), wanted.alias());
            values.add(value);
            sargs.add(finder.of(key, value));
        }
        Sarg first = sargs.getFirst();
        IndexKey leading = index.keys().getFirst();
        boolean complete = first != null && (Sarg.meansPresent(first) || leading.includeMissing());
        return complete || leading.includeMissing() && first == null
                ? new IndexPath(entry, wanted, values, sargs)
                : null;
    }

    /** The more the better. */
    int worth() {
        int worth = isHinted() ? 10_000 : 0;
        boolean narrows = true;
        for (Sarg sarg : sargs) {
            worth += sarg == null ? 0 : !narrows ? 1 : sarg.isPoint() ? 100 : 50;
            narrows &= sarg != null && sarg.isPoint();
        }
        worth += entry.index().where() == null ? 0 : 10;
        worth += isOrdered() ? 30 : 0;
        worth += covering ? 20 : 0;
        return worth * 32 - Math.min(31, sargs.size());
    }

    boolean isHinted() {
        return IndexPlanner.isHinted(wanted, entry);
    }

    private boolean covers() {
        List<N1qlExpression> uses = wanted.uses();
        if (uses == null || entry.index().arrayKey() != null) {
            return false;
        }
        N1qlExpression id = DocumentKeyPath.id(wanted.alias());
        for (N1qlExpression use : uses) {
            if (!DocumentKeyPath.isId(use, id) && values.stream().noneMatch(value -> leads(value, use))) {
                return false;
            }
        }
        return true;
    }

    /** Returns whether the use is the value itself, or a path into it. */
    private static boolean leads(N1qlExpression value, N1qlExpression use) {
        return value.equals(use)
                || use instanceof N1qlExpression.Field(N1qlExpression of, N1qlExpression _) && leads(value, of);
    }

    @Override
    public boolean isOrdered() {
        return order.isMet();
    }

    @Override
    public boolean isCovering() {
        return covering;
    }

    @Override
    public DocumentCursor open(ReadView reading, Function<N1qlExpression, N1qlValue> computed) {
        IndexDefinition definition = reading.record()
                .index(entry.definition().id())
                .orElseThrow(() -> new N1qlException(
                        INDEX_GONE,
                        "Index Not Found - cause: GSI index " + entry.index().name() + " not found."));
        List<KeyRange> ranges = ranges(computed);
        Direction direction = order.isMet() && order.isBackward() ? Direction.BACKWARD : Direction.FORWARD;
        if (direction == Direction.BACKWARD) {
            Collections.reverse(ranges);
        }
        IndexWalk walk = new IndexWalk(definition, ranges, direction);
        boolean mayScan = wanted.order().isEmpty() && !isHinted();
        Collection collection = wanted.keyspace().collection();
        return mayScan ? collection.adaptiveScan(reading, walk) : collection.scan(reading, walk);
    }

    /** Returns the ranges over the keys of the index, ascending. */
    private List<KeyRange> ranges(Function<N1qlExpression, N1qlValue> computed) {
        KeyPrefixes prefixes = new KeyPrefixes();
        for (int i = 0; i < sargs.size(); i++) {
            Sarg sarg = sargs.get(i);
            boolean descending = entry.index().keys().get(i).descending();
            List<KeyInterval> intervals =
                    sarg == null ? List.of(KeyInterval.ALL) : KeyInterval.merged(sarg.intervals(computed));
            boolean last = sarg == null
                    || i == sargs.size() - 1
                    || !intervals.stream().allMatch(KeyInterval::point)
                    || prefixes.sizeWith(intervals) > RANGES_MAX;
            if (last) {
                return keyRanges(prefixes.ranges(intervals, descending));
            }
            prefixes.bind(intervals, descending);
        }
        throw new IllegalStateException("an index without keys");
    }

    private static List<KeyRange> keyRanges(List<IndexRange> ranges) {
        List<KeyRange> keys = new ArrayList<>(ranges.size());
        for (IndexRange range : ranges) {
            keys.add(new KeyRange(range.from(), range.until()));
        }
        return keys;
    }

    @Override
    public N1qlValue explained() {
        SequencedMap<String, N1qlValue> fields = new LinkedHashMap<>();
        fields.put("#operator", N1qlValues.of("IndexScan3"));
        fields.put("as", N1qlValues.of(wanted.alias()));
        if (covering) {
            List<N1qlValue> covers = new ArrayList<>();
            values.forEach(value -> covers.add(N1qlValues.of("cover (" + ExpressionText.of(value) + ")")));
            covers.add(N1qlValues.of("cover ((meta(`" + wanted.alias() + "`).`id`))"));
            fields.put("covers", N1qlValues.array(covers));
        }
        fields.put("index", N1qlValues.of(entry.index().name()));
        fields.put("index_id", N1qlValues.of(entry.id()));
        if (order.isMet() && !wanted.order().isEmpty()) {
            fields.put("index_order", N1qlValues.of(order.isBackward() ? "backward" : "forward"));
        }
        PrimaryPath.describe(wanted.keyspace(), fields);
        fields.put("spans", N1qlValues.array(List.of(span())));
        fields.put("using", N1qlValues.of("gsi"));
        return N1qlValues.object(fields);
    }

    private N1qlValue span() {
        List<N1qlValue> range = new ArrayList<>();
        for (int i = 0; i < sargs.size(); i++) {
            Sarg sarg = sargs.get(i);
            SequencedMap<String, N1qlValue> fields = new LinkedHashMap<>();
            fields.put(
                    "index_key",
                    N1qlValues.of(N1qlIndex.text(entry.index().keys().get(i))));
            fields.put("range", N1qlValues.of(sarg == null ? "any" : sarg.text()));
            range.add(N1qlValues.object(fields));
        }
        SequencedMap<String, N1qlValue> span = new LinkedHashMap<>();
        span.put("range", N1qlValues.array(range));
        return N1qlValues.object(span);
    }
}
