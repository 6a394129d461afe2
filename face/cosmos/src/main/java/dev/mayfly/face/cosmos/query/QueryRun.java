package dev.mayfly.face.cosmos.query;

import dev.mayfly.base.query.value.JsonSink;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.read.DeadlineRange;
import dev.mayfly.engine.read.Document;
import dev.mayfly.engine.read.ReadView;
import dev.mayfly.face.cosmos.language.CompiledQuery;
import dev.mayfly.face.cosmos.language.SqlQuery;
import dev.mayfly.face.cosmos.language.function.QueryInstant;
import dev.mayfly.face.cosmos.language.function.SearchSettings;
import dev.mayfly.face.cosmos.language.rank.RankScore;
import dev.mayfly.face.cosmos.language.value.SqlValue;
import dev.mayfly.face.cosmos.language.value.SqlValues;
import dev.mayfly.face.cosmos.query.index.ItemPath;
import dev.mayfly.face.cosmos.query.index.UsableIndexes;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Makes one page of a query. Used once. */
final class QueryRun {
    /*
     * There are three kinds of queries. One that makes rows of each item alone goes through the items in some order
     * and stops when the page is full. One that makes rows distinct keeps the first rows after the position by their
     * values. One that groups or aggregates takes all items into account for every page, and gives the rows after the
     * position by their keys.
     *
     * In each a position is a key, so regardless of items that have expired or come since the last page, no row that
     * still exists is skipped, and none is given twice for having moved up.
     */
    private final PageRequest asked;
    private final ReadView reading;
    private final ReadView whole;
    private final SqlQuery tree;
    private final CompiledQuery compiled;
    private final QueryNames names;
    private final UsableIndexes indexes;
    private final List<List<Bound>> conditions;
    private final ItemRanges items;
    private final @Nullable DeadlineRange deadlines;
    private final Planner planner;
    private final QueryLimits limits;
    private final PageRows page;
    private final PageWriter giver;
    private final ItemReader lookups;

    QueryRun(
            PageRequest asked,
            QueryRules rules,
            QueryLimits limits,
            ReadView reading,
            RandomGenerator random,
            JsonSink out) {
        this(asked, rules, limits, reading, reading, random, out);
    }

    /** @param whole all of the container, of which {@code reading} may be a part */
    QueryRun(
            PageRequest asked,
            QueryRules rules,
            QueryLimits limits,
            ReadView reading,
            ReadView whole,
            RandomGenerator random,
            JsonSink out) {
        this.asked = asked;
        this.reading = reading;
        this.whole = whole;
        this.limits = limits;
        this.tree = asked.query().tree();
        SearchSettings settings = asked.container().definition().searchSettings();
        this.compiled = asked.query()
                .compile(asked.parameters(), new QueryInstant(reading.now(), random, settings, asked.functions()));
        this.names = QueryNames.of(tree, asked.parameters());
        this.indexes = new UsableIndexes(reading, asked.container().definition().computedProperties());
        this.conditions = new BoundFinder(names, settings).find(tree.where());
        List<ItemPath> partitionKey = asked.container().definition().partitionKeyPaths().stream()
                .map(ItemPath::parse)
                .toList();
        this.items = new ItemRanges.Finder(names, partitionKey, asked.partition()).find(tree.where());
        rules.check(asked, items, conditions, indexes);
        this.deadlines = new DeadlineFinder(names, reading.now()).find(tree.where());
        this.planner = new Planner(indexes, items, conditions, deadlines, this::estimate, limits.few());
        this.page = new PageRows(out, asked.rowsMax());
        this.giver = new PageWriter(page, asked.start(), compiled);
        this.lookups = new ItemReader(asked, reading, compiled);
    }

    private int estimate(ItemWalk walk, int most) {
        Collection collection = asked.container().collection();
        return walk.index() == null
                ? collection.estimate(walk.ranges(), most)
                : collection.estimate(WalkedItems.indexWalk(walk, null), most);
    }

    /** The page; null if an index was dropped meanwhile, so that it has to be made again. */
    @Nullable
    PageResult answer() {
        PageToken next = giver.isDone() ? null : give();
        String continuation = next == null ? null : next.text(asked.continuationMax());
        if (!lookups.areComplete()) {
            return null;
        }
        IndexUse use = IndexUses.of(indexes, conditions, tree.orderBy(), names);
        boolean asksForDeadlines = deadlines != null || isByDeadline();
        if (asksForDeadlines) {
            use = use.withDeadlines(lookups.walkedDeadlines());
        }
        return new PageResult(page, continuation, lookups.items(), lookups.bytes(), use);
    }

    private boolean isByDeadline() {
        return tree.orderBy().size() == 1
                && DeadlineFinder.isDeadline(tree.orderBy().getFirst().value(), names);
    }

    private @Nullable PageToken give() {
        if (!compiled.readsItems() && !compiled.groups()) {
            compiled.rows(SqlValues.UNDEFINED, giver::give);
            return null;
        }
        SqlValue counted = asked.continuation() == null ? CountShortcut.of(asked, items, reading) : null;
        if (counted != null) {
            giver.give(counted);
            return null;
        }
        RankScore rank = compiled.rank();
        if (rank != null) {
            count(rank);
        }
        if (compiled.groups()
                || rank != null
                || (compiled.isDistinct() && !tree.orderBy().isEmpty())) {
            GatheredPage gathered = new GatheredPage(lookups, compiled, giver);
            ItemWalk walk = everything();
            boolean isScan = items.isEverywhere() && walk.index() == null && walk.deadlines() == null;
            List<Document> nearest = rank != null && isScan
                    ? NearestItems.find(asked, reading, compiled, rank, lookups).orElse(null)
                    : null;
            return nearest == null ? gathered.give(walk) : gathered.give(nearest);
        }
        return compiled.isDistinct()
                ? new DistinctPage(lookups, compiled, giver).give(everything())
                : new StreamedPage(lookups, giver, plan()).give(limits.lookups());
    }

    /** Shows to a score all that lives in the container, and to a fusion of scores besides what the query finds. */
    private void count(RankScore rank) {
        if (rank.needsAll()) {
            lookups.everyone(whole, rank::observe);
        }
        if (rank.isFused()) {
            lookups.each(everything(), item -> compiled.compete(item, rank));
        }
    }

    /** For a query that looks at all the items it may want, in whatever order. */
    private ItemWalk everything() {
        long all = asked.container().collection().storedSize().documents();
        return planner.planOfAll(all).walk();
    }

    private Plan plan() {
        String order = giver.start().order();
        if (compiled.onlySorts() && isByDeadline()) {
            if (!order.isEmpty() && !order.equals(Plan.ByDeadline.ORDER)) {
                throw PageToken.malformed();
            }
            return planner.byDeadline(tree.orderBy().getFirst().descending());
        }
        if (compiled.onlySorts()) {
            if (!order.isEmpty() && !order.equals(Plan.Sorted.ORDER)) {
                throw PageToken.malformed();
            }
            return planner.sorted(SortSpec.of(
                    tree.orderBy(), names, asked.container().definition().computedProperties()));
        }
        return order.isEmpty() ? planner.plan() : planner.resumed(order);
    }
}
