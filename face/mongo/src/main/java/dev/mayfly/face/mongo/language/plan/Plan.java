package dev.mayfly.face.mongo.language.plan;

import dev.mayfly.base.query.IndexRange;
import dev.mayfly.face.mongo.language.filter.MongoFilter;
import dev.mayfly.face.mongo.language.geo.CellKeys;
import dev.mayfly.face.mongo.language.geo.NearQuery;
import dev.mayfly.face.mongo.language.geo.PlaceIndex;
import dev.mayfly.face.mongo.language.text.TextSearch;
import dev.mayfly.face.mongo.language.value.DeadlineField;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonMinKey;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** The way to find the matching documents. Keys and ranges are listed in the order in which they are to be visited. */
public sealed interface Plan {
    /** Returns the filter that every document found must still match: always the whole filter. */
    MongoFilter filter();

    /** Returns whether documents come in the requested order. */
    boolean sorted();

    /** Returns whether one document may be found more than once. */
    default boolean mayRepeat() {
        return false;
    }

    /** Returns the plan in the form of explain. */
    BsonDocument explain();

    /**
     * The documents with these encoded ids.
     *
     * @param keys each once
     */
    record KeyLookup(List<byte[]> keys, MongoFilter filter, boolean sorted) implements Plan {
        public KeyLookup {
            keys = List.copyOf(keys);
        }

        @Override
        public BsonDocument explain() {
            return stage(keys.size() == 1 ? "IDHACK" : "CLUSTERED_IXSCAN", false);
        }
    }

    /** The documents whose encoded ids lie in these ranges. */
    record KeyRangeScan(List<IndexRange> ranges, boolean backward, MongoFilter filter, boolean sorted) implements Plan {
        public KeyRangeScan {
            ranges = List.copyOf(ranges);
        }

        @Override
        public BsonDocument explain() {
            return stage("CLUSTERED_IXSCAN", backward).append("ranges", texts(ranges));
        }
    }

    /** The documents whose keys in this index lie in these ranges. */
    record IndexScan(
            String index,
            List<IndexRange> ranges,
            boolean backward,
            MongoFilter filter,
            boolean sorted,
            boolean mayRepeat)
            implements Plan {
        public IndexScan {
            ranges = List.copyOf(ranges);
        }

        @Override
        public BsonDocument explain() {
            BsonDocument scan = stage("IXSCAN", backward)
                    .append("indexName", new BsonString(index))
                    .append("isMultiKey", BsonBoolean.valueOf(mayRepeat))
                    .append("ranges", texts(ranges));
            return new BsonDocument("stage", new BsonString("FETCH")).append("inputStage", scan);
        }
    }

    /**
     * The documents that are near a place, the nearest first.
     *
     * @param places how the index keeps places
     * @param prefixes the beginnings of the keys behind which the cells stand, ascending; null if the parts before the
     *     places are bound otherwise
     * @param ranges what is scanned at once if there are no prefixes
     */
    record NearScan(
            String index,
            NearQuery near,
            PlaceIndex places,
            @Nullable List<byte[]> prefixes,
            List<IndexRange> ranges,
            MongoFilter filter,
            boolean sorted)
            implements Plan {
        public NearScan {
            prefixes = prefixes == null ? null : List.copyOf(prefixes);
            ranges = List.copyOf(ranges);
        }

        /** Returns the scan of all that is at least so far, and nearer than the other distance, and perhaps of more. */
        public IndexScan ring(double from, double until) {
            List<IndexRange> scanned =
                    prefixes == null ? ranges : CellKeys.ranges(prefixes, places.between(near, from, until));
            return new IndexScan(index, scanned, false, filter, false, true);
        }

        @Override
        public BsonDocument explain() {
            return new BsonDocument("stage", new BsonString(places.nearStage()))
                    .append("indexName", new BsonString(index));
        }
    }

    /**
     * The documents that answer a search for words.
     *
     * @param prefix values of the parts before the terms, as the client has written them
     */
    record TextScan(
            String index,
            BsonDocument prefix,
            TextSearch search,
            List<IndexRange> ranges,
            MongoFilter filter,
            boolean sorted)
            implements Plan {
        public TextScan {
            ranges = List.copyOf(ranges);
        }

        /** Returns the same documents as a scan of ranges. */
        public IndexScan scan() {
            return new IndexScan(index, ranges, false, filter, sorted, true);
        }

        @Override
        public BsonDocument explain() {
            BsonDocument scan = scan().explain().getDocument("inputStage");
            return new BsonDocument("stage", new BsonString("TEXT_MATCH"))
                    .append("indexPrefix", prefix)
                    .append("indexName", new BsonString(index))
                    .append("parsedTextQuery", search.explain())
                    .append(
                            "inputStage",
                            new BsonDocument("stage", new BsonString("TEXT_OR")).append("inputStage", scan));
        }
    }

    /** Every document, in the order of the ids. */
    record CollectionScan(boolean backward, MongoFilter filter, boolean sorted) implements Plan {
        @Override
        public BsonDocument explain() {
            return stage("COLLSCAN", backward);
        }
    }

    /**
     * The documents that expire, the next of them first.
     *
     * @param until the first deadline that is not asked for
     * @param rest whether those that never expire come behind them
     */
    record DeadlineScan(long from, long until, boolean rest, MongoFilter filter, boolean sorted) implements Plan {
        @Override
        public BsonDocument explain() {
            BsonDocument scan =
                    stage("EXPIRY_SCAN", false).append("from", bound(from)).append("until", bound(until));
            BsonDocument fetch = new BsonDocument("stage", new BsonString("FETCH")).append("inputStage", scan);
            return rest
                    ? new BsonDocument("stage", new BsonString("EXPIRING_FIRST"))
                            .append("inputStages", new BsonArray(List.of(fetch, stage("COLLSCAN", false))))
                    : fetch;
        }

        private static BsonValue bound(long deadline) {
            return deadline == Long.MIN_VALUE ? new BsonMinKey() : DeadlineField.of(deadline);
        }
    }

    /**
     * The documents that any of the branches finds, each once.
     *
     * @param disjoint whether no document is found by two branches
     * @param sorted whether each branch comes in the requested order, so that they can be merged
     */
    record Union(List<Plan> branches, boolean disjoint, MongoFilter filter, boolean sorted) implements Plan {
        public Union {
            branches = List.copyOf(branches);
        }

        @Override
        public BsonDocument explain() {
            return new BsonDocument("stage", new BsonString("OR"))
                    .append(
                            "inputStages",
                            new BsonArray(branches.stream().map(Plan::explain).toList()));
        }
    }

    private static BsonDocument stage(String name, boolean backward) {
        return new BsonDocument("stage", new BsonString(name))
                .append("direction", new BsonString(backward ? "backward" : "forward"));
    }

    private static BsonValue texts(List<IndexRange> ranges) {
        return new BsonArray(
                ranges.stream().map(range -> new BsonString(range.toString())).toList());
    }
}
