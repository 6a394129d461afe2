package dev.mayfly.face.cosmos.query;

import dev.mayfly.engine.Collection;
import dev.mayfly.engine.Document;
import dev.mayfly.engine.Reading;
import dev.mayfly.face.cosmos.language.CompiledQuery;
import dev.mayfly.face.cosmos.language.Gathering;
import dev.mayfly.face.cosmos.language.Query;
import dev.mayfly.face.cosmos.language.function.Moment;
import dev.mayfly.face.cosmos.language.value.JsonSink;
import dev.mayfly.face.cosmos.language.value.Value;
import dev.mayfly.face.cosmos.language.value.Values;
import dev.mayfly.face.cosmos.query.index.ItemPath;
import dev.mayfly.face.cosmos.query.index.UsableIndexes;
import dev.mayfly.face.cosmos.query.index.ValueKeys;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Makes one page of a query. Used once. */
final class QueryRun {
    /*
     * Three kinds of queries. One that makes rows of each item alone goes through the items in some order and stops where the
     * page is full. One that makes rows distinct keeps the first rows behind the position by their values. One that groups or
     * aggregates takes all items into account for every page, and gives the rows behind the position by their keys.
     *
     * In each a position is a key, so whatever has expired or come since the last page, no row that is still there is passed
     * over, and none is given twice for having moved up.
     */
    private static final long GATHERED_BYTES_MAX = 128L << 20;
    private static final long DISTINCT_BYTES_MAX = 64L << 20;
    private static final int ROW_OVERHEAD_BYTES = 150;

    private final Asked asked;
    private final Collection collection;
    private final Reading reading;
    private final CompiledQuery compiled;
    private final Names names;
    private final Query tree;
    private final PageToken start;
    private final PageRows page;
    private final Planner planner;
    private final UsableIndexes indexes;
    private final List<List<Bound>> conditions;
    private final ItemRanges items;
    private final int lookupsMax;
    private long skip;
    private long left;
    private long lookups;
    private long readBytes;

    QueryRun(
            Asked asked,
            QueryRules rules,
            QueryLimits limits,
            Reading reading,
            RandomGenerator random,
            JsonSink out) {
        this.asked = asked;
        this.collection = asked.container().collection();
        this.reading = reading;
        this.tree = asked.query().tree();
        this.compiled = asked.query().compile(asked.parameters(), new Moment(reading.now(), random));
        this.names = Names.of(tree, asked.parameters());
        this.start = asked.start();
        this.page = new PageRows(out, asked.rowsMax());
        this.indexes = new UsableIndexes(reading);
        this.conditions = new BoundFinder(names).find(tree.where());
        List<ItemPath> partitionKey = asked.container().definition().partitionKeyPaths().stream()
                .map(ItemPath::parse)
                .toList();
        this.items = new ItemRanges.Finder(names, partitionKey, asked.partition()).find(tree.where());
        rules.check(asked, items, conditions, indexes);
        this.planner = new Planner(indexes, items, conditions, this::estimate, limits.few());
        this.lookupsMax = limits.lookups();
        this.skip = asked.continuation() == null ? compiled.skip() : start.skip();
        this.left = asked.continuation() == null ? compiled.take() : limit(start.limit());
    }

    private static long limit(long kept) {
        return kept < 0 ? Long.MAX_VALUE : kept;
    }

    private int estimate(Walk walk, int most) {
        return walk.index() == null
                ? collection.estimate(walk.ranges(), most)
                : collection.estimate(WalkedItems.indexWalk(walk, null), most);
    }

    Answer answer() {
        PageToken next = token();
        IndexUse use = IndexUses.of(indexes, conditions, tree.orderBy(), names);
        return new Answer(page, next == null ? null : next.text(), lookups, readBytes, use);
    }

    private @Nullable PageToken token() {
        if (left == 0) {
            return null;
        }
        if (!compiled.readsItems() && !compiled.groups()) {
            compiled.rows(Values.UNDEFINED, this::give);
            return null;
        }
        if (asked.continuation() == null) {
            Value counted = CountShortcut.of(asked, items, reading);
            if (counted != null) {
                give(counted);
                return null;
            }
        }
        if (compiled.groups() || (compiled.isDistinct() && !tree.orderBy().isEmpty())) {
            return gathered();
        }
        return compiled.isDistinct() ? distinct() : streamed();
    }

    private Plan plan() {
        if (!tree.orderBy().isEmpty() && compiled.onlySorts()) {
            if (!start.order().isEmpty() && !start.order().equals("s")) {
                throw PageToken.malformed();
            }
            return planner.sorted(SortSpec.of(tree.orderBy(), names));
        }
        return start.order().isEmpty() ? planner.plan() : planner.resumed(start.order());
    }

    private Found open(Plan plan) {
        return switch (plan) {
            case Plan.AsFound(Walk walk, String _) -> WalkedItems.open(collection, reading, walk, start.after());
            case Plan.Sorted sorted -> sorted(sorted);
            case Plan.AsIndexed indexed -> ranked(indexed.walk(), new IndexedRank(indexed.ranges()), false);
        };
    }

    private Found sorted(Plan.Sorted plan) {
        if (plan.walked()) {
            return WalkedItems.open(collection, reading, plan.walk(), start.after());
        }
        SortSpec spec = plan.spec();
        return ranked(plan.walk(), item -> spec.position(item, plan.undefined()), spec.backward());
    }

    private Found ranked(Walk walk, RankedItems.Rank rank, boolean backward) {
        try (Found all = WalkedItems.open(collection, reading, walk, null)) {
            long most = Math.min(Long.MAX_VALUE - 2, skip) + asked.rowsMax() + 2L;
            return RankedItems.of(
                    collection,
                    reading,
                    all,
                    item -> hasRows(item) ? rank.of(item) : null,
                    backward,
                    start.after(),
                    most);
        }
    }

    private boolean hasRows(Document item) {
        return asked.scope().test(item) && !compiled.rows(value(item), _ -> false);
    }

    private Value value(Document item) {
        readBytes += item.bodyLength();
        return new ItemValue(item, asked.container().items());
    }

    private @Nullable PageToken streamed() {
        Plan plan = plan();
        try (Found found = open(plan)) {
            PageToken next = streamed(found, plan.order());
            lookups += found.lookups();
            return next;
        }
    }

    private @Nullable PageToken streamed(Found found, String order) {
        byte[] after = start.after();
        long pending = start.item();
        for (Document item = found.next(); item != null; item = found.next()) {
            if (left == 0) {
                return null;
            }
            if (page.isFull() || found.work() > lookupsMax) {
                return token(order, after, 0, 0);
            }
            boolean isPending = pending != 0 && pending == PageToken.stamp(item.key().bytes());
            RowCount rows = new RowCount(isPending ? start.rows() : 0);
            boolean all = !asked.scope().test(item) || compiled.rows(value(item), rows);
            if (!all && left > 0) {
                return token(order, after, PageToken.stamp(item.key().bytes()), rows.taken);
            }
            // Until then there may be new items before the one whose rows were begun.
            pending = isPending ? 0 : pending;
            after = found.position();
        }
        return null;
    }

    private PageToken token(String order, byte @Nullable [] after, long item, long rows) {
        return new PageToken(start.query(), order, after, item, rows, skip, left == Long.MAX_VALUE ? -1 : left);
    }

    /** Takes the rows of one item, of which some may have been given before. */
    private final class RowCount implements CompiledQuery.RowSink {
        private final long before;
        private long taken;

        RowCount(long before) {
            this.before = before;
        }

        @Override
        public boolean accept(Value row) {
            if (taken < before) {
                taken++;
                return true;
            }
            if (!give(row)) {
                return false;
            }
            taken++;
            return true;
        }
    }

    /** Skips the row, or puts it into the page; false when there is no room, or no more is wanted. */
    private boolean give(Value row) {
        if (skip > 0) {
            skip--;
            return true;
        }
        if (left == 0 || !page.add(row)) {
            return false;
        }
        if (left != Long.MAX_VALUE) {
            left--;
        }
        return true;
    }

    private @Nullable PageToken distinct() {
        TreeMap<byte[], byte[]> first = new TreeMap<>(Arrays::compareUnsigned);
        long most = skip + asked.rowsMax() + 1L;
        try (Found found = WalkedItems.open(collection, reading, planner.plan().walk(), null)) {
            DistinctSink sink = new DistinctSink(first, most, start.after());
            for (Document item = found.next(); item != null; item = found.next()) {
                if (asked.scope().test(item)) {
                    compiled.rows(value(item), sink);
                }
            }
            lookups += found.lookups();
        }
        byte[] after = start.after();
        for (Map.Entry<byte[], byte[]> row : first.entrySet()) {
            if (!give(Values.parse(row.getValue()))) {
                return left == 0 ? null : token("d", after, 0, 0);
            }
            after = row.getKey();
        }
        return null;
    }

    /** Keeps the first distinct rows behind a position, by their values. */
    private static final class DistinctSink implements CompiledQuery.RowSink {
        private final TreeMap<byte[], byte[]> first;
        private final long most;
        private final byte @Nullable [] after;
        private long bytes;

        DistinctSink(TreeMap<byte[], byte[]> first, long most, byte @Nullable [] after) {
            this.first = first;
            this.most = most;
            this.after = after;
        }

        @Override
        public boolean accept(Value row) {
            byte[] key = ValueKeys.whole(row);
            boolean given = after != null && Arrays.compareUnsigned(key, after) <= 0;
            boolean beyond = first.size() >= most && Arrays.compareUnsigned(key, first.lastKey()) >= 0;
            if (given || beyond || first.containsKey(key)) {
                return true;
            }
            JsonSink json = new JsonSink();
            row.write(json);
            first.put(key, json.toByteArray());
            bytes += key.length + json.length() + ROW_OVERHEAD_BYTES;
            if (first.size() > most) {
                Map.Entry<byte[], byte[]> last = first.pollLastEntry();
                bytes -= last.getKey().length + last.getValue().length + ROW_OVERHEAD_BYTES;
            }
            if (bytes > DISTINCT_BYTES_MAX) {
                throw QueryErrors.tooMuch();
            }
            return true;
        }
    }

    private @Nullable PageToken gathered() {
        try (Gathering gathering = compiled.gather(GATHERED_BYTES_MAX, null);
                Found found = WalkedItems.open(collection, reading, planner.plan().walk(), null)) {
            for (Document item = found.next(); item != null; item = found.next()) {
                if (asked.scope().test(item)) {
                    gathering.add(value(item));
                }
            }
            lookups += found.lookups();
            return gathered(gathering.keyedRows());
        }
    }

    private @Nullable PageToken gathered(Iterator<Gathering.KeyedRow> rows) {
        byte[] after = start.after();
        long equal = start.rows();
        long same = 0;
        while (rows.hasNext()) {
            Gathering.KeyedRow row = rows.next();
            int order = after == null ? 1 : Arrays.compareUnsigned(row.key(), after);
            if (order < 0) {
                continue;
            }
            same = order == 0 ? same + 1 : 1;
            if (order == 0 && same <= equal) {
                continue;
            }
            if (!give(row.row())) {
                return left == 0 ? null : token("g", after, 0, equal);
            }
            after = row.key();
            equal = same;
        }
        return null;
    }
}
