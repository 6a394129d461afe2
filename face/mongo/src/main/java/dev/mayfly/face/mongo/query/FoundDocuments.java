package dev.mayfly.face.mongo.query;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.base.query.IndexRange;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.catalog.IndexDefinition;
import dev.mayfly.engine.read.DeadlineRange;
import dev.mayfly.engine.read.Document;
import dev.mayfly.engine.read.DocumentCursor;
import dev.mayfly.engine.read.DocumentCursor.Effort;
import dev.mayfly.engine.read.IndexWalk;
import dev.mayfly.engine.read.ReadView;
import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import dev.mayfly.face.mongo.collection.CappedLimits;
import dev.mayfly.face.mongo.language.filter.MongoFilter;
import dev.mayfly.face.mongo.language.plan.Plan;
import dev.mayfly.face.mongo.language.run.OperationContext;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.KeyRange;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The documents that a plan finds and that pass its filter, in the order of the plan. */
final class FoundDocuments implements Results {
    private final Plan plan;
    private final DocumentCursor cursor;
    private final MongoFilter filter;
    private final Optional<IndexDefinition> index;
    private final boolean isTimed;
    private final boolean isWhole;
    private OperationContext run = OperationContext.current();
    private Effort told = new Effort(0, 0);

    /**
     * @param natural whether a scan of all documents follows their insertion order, where that is known
     * @param mayScan whether an index that finds much of the collection may be given up for a scan
     */
    FoundDocuments(Collection collection, ReadView reading, Plan plan, boolean natural, boolean mayScan) {
        this.plan = plan;
        this.filter = plan.filter();
        this.isTimed = filter.asksForDeadlines();
        this.index = switch (plan) {
            case Plan.IndexScan scan -> reading.record().index(scan.index());
            case Plan.TextScan scan -> reading.record().index(scan.index());
            default -> Optional.empty();
        };
        this.cursor = open(collection, reading, plan, natural, mayScan);
        this.isWhole = true;
        countUse(collection, plan);
        run.stats().planned(this::summary);
    }

    /** Documents that are a part of what a plan finds, which is counted and reported as a whole. */
    FoundDocuments(Collection collection, ReadView reading, Plan.IndexScan part) {
        this.plan = part;
        this.filter = part.filter();
        this.isTimed = filter.asksForDeadlines();
        this.index = reading.record().index(part.index());
        this.cursor = open(collection, reading, part, false, false);
        this.isWhole = false;
    }

    private String summary() {
        return PlanSummary.of(plan, index);
    }

    private void countUse(Collection collection, Plan plan) {
        switch (plan) {
            case Plan.KeyLookup _, Plan.KeyRangeScan _ -> collection.indexUse().countOfKeys();
            case Plan.IndexScan _, Plan.TextScan _ ->
                index.ifPresent(walked -> collection.indexUse().count(walked.id()));
            case Plan.CollectionScan _ -> collection.indexUse().countOfScans();
            case Plan.DeadlineScan _, Plan.NearScan _, Plan.Union _ -> {}
        }
    }

    private static DocumentCursor open(
            Collection collection, ReadView reading, Plan plan, boolean natural, boolean mayScan) {
        return switch (plan) {
            case Plan.KeyLookup lookup -> new KeyedDocuments(collection, reading, lookup.keys());
            case Plan.KeyRangeScan scan -> collection.scan(reading, ranges(scan.ranges()), direction(scan.backward()));
            case Plan.CollectionScan scan -> {
                CappedLimits capped = natural ? CappedLimits.of(reading.record()) : null;
                yield capped == null || !capped.isComplete()
                        ? collection.scan(reading, List.of(KeyRange.ALL), direction(scan.backward()))
                        : collection.scan(reading, capped.order(), List.of(KeyRange.ALL), direction(scan.backward()));
            }
            case Plan.IndexScan scan -> {
                IndexDefinition index = reading.record().index(scan.index()).orElseThrow();
                IndexWalk walk = new IndexWalk(index, ranges(scan.ranges()), direction(scan.backward()));
                yield mayScan ? collection.adaptiveScan(reading, walk) : collection.scan(reading, walk);
            }
            case Plan.TextScan scan -> open(collection, reading, scan.scan(), natural, false);
            case Plan.DeadlineScan scan ->
                scan.rest()
                        ? new DeadlineThenRest(collection, reading)
                        : collection.byDeadline(reading, DeadlineRange.of(scan.from(), scan.until()));
            case Plan.NearScan _ -> throw new IllegalStateException("places are found ring by ring");
            case Plan.Union _ -> throw new IllegalStateException("a union is opened branch by branch");
        };
    }

    private static Direction direction(boolean backward) {
        return backward ? Direction.BACKWARD : Direction.FORWARD;
    }

    private static List<KeyRange> ranges(List<IndexRange> ranges) {
        List<KeyRange> converted = new ArrayList<>(ranges.size());
        for (IndexRange range : ranges) {
            converted.add(new KeyRange(range.from(), range.until()));
        }
        return converted;
    }

    @Override
    public @Nullable Document next() {
        for (Document document = cursor.next(); document != null; document = cursor.next()) {
            run.check();
            if (filter.matches(isTimed ? TimedView.of(document) : document.view())) {
                return document;
            }
        }
        return null;
    }

    /** Counts the scan's cost since the last report. */
    private void tell() {
        if (run.isWatched()) {
            Effort now = cursor.effort();
            boolean readsKeys = !(plan instanceof Plan.CollectionScan);
            run.stats().examined(readsKeys ? now.keys() - told.keys() : 0, now.documents() - told.documents());
            told = now;
        }
    }

    @Override
    public void suspend() {
        tell();
        cursor.suspend();
    }

    @Override
    public void resume(ReadView reading) {
        run = OperationContext.current();
        if (isWhole) {
            run.stats().planned(this::summary);
        }
        index.ifPresent(walked -> requireThere(reading, walked));
        cursor.resume(reading);
    }

    /** Another index may have its name by now, and it may have become one without entries. */
    private static void requireThere(ReadView reading, IndexDefinition walked) {
        boolean there = reading.record()
                .index(walked.id())
                .filter(IndexDefinition::hasEntries)
                .isPresent();
        if (!there) {
            throw new CommandError(MongoCode.QUERY_PLAN_KILLED, "index '" + walked.name() + "' dropped");
        }
    }

    @Override
    public Effort effort() {
        return cursor.effort();
    }

    @Override
    public void close() {
        tell();
        cursor.close();
    }

    /** The documents of some keys, one after the other. */
    private static final class KeyedDocuments implements DocumentCursor {
        private final Collection collection;
        private final List<byte[]> keys;
        private ReadView reading;
        private int position;
        private long found;

        KeyedDocuments(Collection collection, ReadView reading, List<byte[]> keys) {
            this.collection = collection;
            this.reading = reading;
            this.keys = keys;
        }

        @Override
        public @Nullable Document next() {
            while (position < keys.size()) {
                Document document = collection.get(reading, new DocumentKey(keys.get(position)));
                position++;
                if (document != null) {
                    found++;
                    return document;
                }
            }
            return null;
        }

        @Override
        public void suspend() {}

        @Override
        public void resume(ReadView later) {
            reading = later;
        }

        @Override
        public byte @Nullable [] position() {
            return position == 0 ? null : keys.get(position - 1);
        }

        @Override
        public Effort effort() {
            return new Effort(position, found);
        }

        @Override
        public void close() {}
    }
}
