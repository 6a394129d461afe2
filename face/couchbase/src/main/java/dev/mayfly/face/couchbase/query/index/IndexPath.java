package dev.mayfly.face.couchbase.query.index;

import dev.mayfly.engine.DocumentCursor;
import dev.mayfly.engine.Reading;
import dev.mayfly.engine.catalog.IndexDefinition;
import dev.mayfly.face.couchbase.language.ExpressionText;
import dev.mayfly.face.couchbase.language.QueryException;
import dev.mayfly.face.couchbase.language.tree.Expression;
import dev.mayfly.face.couchbase.language.tree.Statement.IndexKey;
import dev.mayfly.face.couchbase.language.value.Value;
import dev.mayfly.face.couchbase.language.value.Values;
import dev.mayfly.face.couchbase.query.expression.Resolver;
import dev.mayfly.face.couchbase.query.index.IndexCatalog.Entry;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.KeyRange;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Documents by a secondary index. Immutable. */
final class IndexPath implements AccessPath {
    /** So many ranges over one index; a condition that says more is judged by its first keys alone. */
    private static final int RANGES_MAX = 4_096;

    private static final int INDEX_GONE = 12016;

    private final Entry entry;
    private final Wanted wanted;
    private final List<@Nullable Sarg> sargs;
    private final List<Expression> values;
    private final IndexOrder order;
    private final boolean covering;

    private IndexPath(Entry entry, Wanted wanted, List<Expression> values, List<@Nullable Sarg> sargs) {
        this.entry = entry;
        this.wanted = wanted;
        this.values = values;
        this.sargs = sargs;
        this.order = IndexOrder.of(entry.index(), values, sargs, wanted);
        this.covering = covers();
    }

    /** The way by this index, or null if it does not hold all that the condition may be true of, or would not help. */
    static @Nullable IndexPath of(Entry entry, Wanted wanted, List<Expression> terms, SargFinder finder) {
        N1qlIndex index = entry.index();
        if (!PartialIndexes.holds(index.where(), wanted.alias(), terms)) {
            return null;
        }
        List<Expression> values = new ArrayList<>();
        List<@Nullable Sarg> sargs = new ArrayList<>();
        for (IndexKey key : index.keys()) {
            Expression value = Resolver.qualify(key.value(), wanted.alias());
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
        List<Expression> uses = wanted.uses();
        if (uses == null || entry.index().arrayKey() != null) {
            return false;
        }
        Expression id = DocumentKeyPath.id(wanted.alias());
        for (Expression use : uses) {
            if (!DocumentKeyPath.isId(use, id) && values.stream().noneMatch(value -> leads(value, use))) {
                return false;
            }
        }
        return true;
    }

    /** Whether one is the other, or what it leads to. */
    private static boolean leads(Expression value, Expression use) {
        return value.equals(use) || use instanceof Expression.Field(Expression of, Expression _) && leads(value, of);
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
    public DocumentCursor open(Reading reading, Function<Expression, Value> computed) {
        IndexDefinition definition = reading.record()
                .index(entry.definition().id())
                .orElseThrow(() -> new QueryException(
                        INDEX_GONE,
                        "Index Not Found - cause: GSI index " + entry.index().name() + " not found."));
        List<KeyRange> ranges = ranges(computed);
        Direction direction = order.isMet() && order.isBackward() ? Direction.BACKWARD : Direction.FORWARD;
        if (direction == Direction.BACKWARD) {
            Collections.reverse(ranges);
        }
        return wanted.keyspace().collection().scan(reading, definition, ranges, direction);
    }

    /** Over the keys of the index, ascending. */
    private List<KeyRange> ranges(Function<Expression, Value> computed) {
        List<byte[]> prefixes = new ArrayList<>(List.of(new byte[0]));
        for (int i = 0; i < sargs.size(); i++) {
            Sarg sarg = sargs.get(i);
            boolean descending = entry.index().keys().get(i).descending();
            List<Interval> intervals =
                    sarg == null ? List.of(Interval.of(new byte[0], null)) : sarg.intervals(computed);
            boolean last = sarg == null
                    || i == sargs.size() - 1
                    || !intervals.stream().allMatch(Interval::point)
                    || (long) prefixes.size() * intervals.size() > RANGES_MAX;
            if (last) {
                return ranges(prefixes, intervals, descending);
            }
            prefixes = points(prefixes, intervals, descending);
        }
        throw new IllegalStateException("an index without keys");
    }

    private static List<byte[]> points(List<byte[]> prefixes, List<Interval> points, boolean descending) {
        List<byte[]> longer = new ArrayList<>();
        for (byte[] prefix : prefixes) {
            for (Interval point : points) {
                longer.add(point.written(prefix, descending));
            }
        }
        longer.sort(Arrays::compareUnsigned);
        return longer;
    }

    private static List<KeyRange> ranges(List<byte[]> prefixes, List<Interval> intervals, boolean descending) {
        List<KeyRange> ranges = new ArrayList<>();
        for (byte[] prefix : prefixes) {
            List<KeyRange> behind = new ArrayList<>();
            for (Interval interval : intervals) {
                KeyRange range = interval.behind(prefix, descending);
                if (!range.isEmpty()) {
                    behind.add(range);
                }
            }
            behind.sort((a, b) -> Arrays.compareUnsigned(a.from(), b.from()));
            ranges.addAll(behind);
        }
        return ranges;
    }

    @Override
    public Value explained() {
        SequencedMap<String, Value> fields = new LinkedHashMap<>();
        fields.put("#operator", Values.of("IndexScan3"));
        fields.put("as", Values.of(wanted.alias()));
        if (covering) {
            List<Value> covers = new ArrayList<>();
            values.forEach(value -> covers.add(Values.of("cover (" + ExpressionText.of(value) + ")")));
            covers.add(Values.of("cover ((meta(`" + wanted.alias() + "`).`id`))"));
            fields.put("covers", Values.array(covers));
        }
        fields.put("index", Values.of(entry.index().name()));
        fields.put("index_id", Values.of(entry.id()));
        if (order.isMet() && !wanted.order().isEmpty()) {
            fields.put("index_order", Values.of(order.isBackward() ? "backward" : "forward"));
        }
        PrimaryPath.describe(wanted.keyspace(), fields);
        fields.put("spans", Values.array(List.of(span())));
        fields.put("using", Values.of("gsi"));
        return Values.object(fields);
    }

    private Value span() {
        List<Value> range = new ArrayList<>();
        for (int i = 0; i < sargs.size(); i++) {
            Sarg sarg = sargs.get(i);
            SequencedMap<String, Value> fields = new LinkedHashMap<>();
            fields.put(
                    "index_key", Values.of(N1qlIndex.text(entry.index().keys().get(i))));
            fields.put("range", Values.of(sarg == null ? "any" : sarg.text()));
            range.add(Values.object(fields));
        }
        SequencedMap<String, Value> span = new LinkedHashMap<>();
        span.put("range", Values.array(range));
        return Values.object(span);
    }
}
