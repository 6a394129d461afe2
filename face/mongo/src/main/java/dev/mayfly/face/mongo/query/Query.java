package dev.mayfly.face.mongo.query;

import dev.mayfly.base.document.BsonEncoding;
import dev.mayfly.base.query.IndexShape;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.catalog.CollectionRecord;
import dev.mayfly.engine.catalog.IndexDefinition;
import dev.mayfly.engine.read.ReadView;
import dev.mayfly.face.mongo.collection.CappedLimits;
import dev.mayfly.face.mongo.collection.ClusteredIndex;
import dev.mayfly.face.mongo.collection.IndexListing;
import dev.mayfly.face.mongo.collection.PartialFilter;
import dev.mayfly.face.mongo.collection.PlaceOptions;
import dev.mayfly.face.mongo.collection.TextOptions;
import dev.mayfly.face.mongo.language.error.QueryException;
import dev.mayfly.face.mongo.language.expression.MetaVariables;
import dev.mayfly.face.mongo.language.expression.Variables;
import dev.mayfly.face.mongo.language.filter.FilterCompiler;
import dev.mayfly.face.mongo.language.filter.MongoFilter;
import dev.mayfly.face.mongo.language.filter.SpecialFilters;
import dev.mayfly.face.mongo.language.geo.PlaceIndex;
import dev.mayfly.face.mongo.language.plan.KeyBounds;
import dev.mayfly.face.mongo.language.plan.PlaceParts;
import dev.mayfly.face.mongo.language.plan.Plan;
import dev.mayfly.face.mongo.language.plan.Planner;
import dev.mayfly.face.mongo.language.plan.PlannerIndex;
import dev.mayfly.face.mongo.language.plan.SortCompiler;
import dev.mayfly.face.mongo.language.run.OperationContext;
import dev.mayfly.face.mongo.language.text.TextIndex;
import dev.mayfly.face.mongo.language.value.Collation;
import dev.mayfly.face.mongo.language.vector.SearchedVectors;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** Plans queries over one collection and opens their results. */
public final class Query {
    /** Limit on the memory of a sort. */
    public static final long SORT_BYTES_MAX = 100L << 20;

    private Query() {}

    /** A filter whose {@code $expr} may read these variables, and which compares texts as they say. */
    public static MongoFilter filter(BsonDocument filter, Variables variables) {
        return FilterCompiler.ofCollection(filter, variables);
    }

    /** @throws QueryException if it would have to look at all documents, where the server wants none that does */
    public static Plan plan(CollectionRecord record, QuerySpec spec) {
        SpecialFilters.text(spec.filter()).ifPresent(search -> search.bind(texts(record)));
        boolean byScore = spec.sort().values().stream().anyMatch(MetaVariables::isTextScore);
        if (byScore && SpecialFilters.text(spec.filter()).isEmpty()) {
            throw SortCompiler.noScore();
        }
        Plan plan = chosen(record, spec);
        boolean isRefused = plan instanceof Plan.CollectionScan
                && OperationContext.current().refusesTableScans()
                && !spec.filter().equals(MongoFilter.everything());
        if (isRefused) {
            throw new QueryException(
                    291,
                    "NoQueryExecutionPlans",
                    "error processing query: planner returned error: "
                            + (spec.hint() == null
                                    ? "No indexed plans available, and running with 'notablescan'"
                                    : "hint $natural is not allowed, because 'notablescan' is enabled"));
        }
        return plan;
    }

    /** Returns what the collection's index of texts looks at. */
    private static TextIndex texts(CollectionRecord record) {
        return IndexListing.made(record).stream()
                .filter(index -> index.isReady() && index.hasEntries())
                .map(index -> TextOptions.index(BsonEncoding.decode(index.options())))
                .filter(Objects::nonNull)
                .findFirst()
                .orElseThrow(() -> new QueryException(27, "IndexNotFound", "text index required for $text query"));
    }

    private static Plan chosen(CollectionRecord record, QuerySpec spec) {
        KeyBounds bounds = spec.bounds();
        if (bounds != null) {
            return Planner.between(
                    bounds, spec.filter(), spec.sort(), hint(record, spec.hint()), indexes(record), spec.collation());
        }
        Plan byDeadline = DeadlinePlanner.plan(
                spec,
                () -> Planner.plan(spec.filter(), new BsonDocument(), null, () -> indexes(record), spec.collation()));
        if (byDeadline != null) {
            return byDeadline;
        }
        return Planner.plan(
                spec.filter(), spec.sort(), hint(record, spec.hint()), () -> indexes(record), spec.collation());
    }

    /** By name: the shape of a wildcard index, or of one of places, is not its key, and the index on the ids may have another name. */
    private static @Nullable BsonValue hint(CollectionRecord record, @Nullable BsonValue hint) {
        if (hint != null && hint.isDocument() && isByName(hint.asDocument())) {
            return IndexListing.made(record).stream()
                    .filter(index -> IndexListing.key(index).equals(hint))
                    .<BsonValue>map(index -> new BsonString(index.name()))
                    .findFirst()
                    .orElse(hint);
        }
        boolean isClustered = hint != null
                && hint.isString()
                && ClusteredIndex.isName(record, hint.asString().getValue());
        return isClustered ? new BsonString(IndexListing.ID_INDEX) : hint;
    }

    private static boolean isByName(BsonDocument key) {
        return (key.size() == 1 && key.getFirstKey().endsWith("$**"))
                || key.values().stream().anyMatch(BsonValue::isString);
    }

    private static List<PlannerIndex> indexes(CollectionRecord record) {
        List<PlannerIndex> indexes = new ArrayList<>(record.indexes().size());
        for (IndexDefinition index : record.indexes()) {
            if (index.isReady() && index.hasEntries() && index.kind() != IndexDefinition.Kind.STAMPED) {
                boolean wildcard = index.kind() == IndexDefinition.Kind.WILDCARD;
                IndexShape shape = new IndexShape(index.parts(), index.sparse(), index.multikey(), wildcard);
                indexes.add(new PlannerIndex(
                        index.name(),
                        shape,
                        partial(index),
                        index.hidden(),
                        IndexListing.collation(index),
                        IndexListing.isHashed(index),
                        places(index),
                        TextOptions.index(BsonEncoding.decode(index.options()))));
            }
        }
        return indexes;
    }

    private static @Nullable PlaceParts places(IndexDefinition index) {
        BsonDocument options = BsonEncoding.decode(index.options());
        PlaceIndex places = PlaceOptions.index(options);
        return places == null ? null : new PlaceParts(places, PlaceOptions.paths(options));
    }

    private static @Nullable MongoFilter partial(IndexDefinition index) {
        return index.partial().length == 0
                ? null
                : PartialFilter.decode(index.partial()).compile();
    }

    /** Returns the results of a plan, in the order of the plan. */
    static Results found(Collection collection, ReadView reading, Plan plan, BsonDocument sort, Collation collation) {
        if (plan instanceof Plan.NearScan scan) {
            return new NearResults(collection, reading, scan);
        }
        if (!(plan instanceof Plan.Union union)) {
            return new FoundDocuments(collection, reading, plan, isNatural(sort), false);
        }
        UnionBranches branches = new UnionBranches(collection, union, sort, collation);
        return union.sorted() && !sort.isEmpty()
                ? new MergedResults(branches, reading)
                : new UnitedResults(branches, reading);
    }

    /** Returns whether a scan of all documents follows their insertion order, and not their ids. */
    private static boolean isNatural(BsonDocument sort) {
        return sort.isEmpty() || sort.containsKey("$natural");
    }

    /** As {@link #open(Collection, ReadView, QuerySpec, Plan)}, of which those that cannot be among the nearest may be left out. */
    public static Results openNearest(
            Collection collection, ReadView reading, QuerySpec spec, Plan plan, SearchedVectors searched) {
        Results all = open(collection, reading, spec, plan);
        return mayBeNearest(reading.record(), plan)
                ? new NearestResults(collection, reading, searched, spec.filter(), all)
                : all;
    }

    /** Returns true if the vectors in memory may answer in place of a plan. */
    public static boolean mayBeNearest(CollectionRecord record, Plan plan) {
        // Of documents that are as near the first found come first, so the order has to be that of the scan.
        return plan instanceof Plan.CollectionScan && CappedLimits.of(record) == null;
    }

    /** The documents as of the reading. */
    public static Results open(Collection collection, ReadView reading, QuerySpec spec) {
        return open(collection, reading, spec, plan(reading.record(), spec));
    }

    public static Results open(Collection collection, ReadView reading, QuerySpec spec, Plan plan) {
        boolean mayScan = plan instanceof Plan.IndexScan && spec.isFreeToScan();
        Results found = mayScan
                ? new FoundDocuments(collection, reading, plan, true, true)
                : found(collection, reading, plan, spec.sort(), spec.collation());
        if (!plan.sorted() && !spec.sort().isEmpty()) {
            long wanted = spec.limit() == 0 ? 0 : spec.skip() + spec.limit();
            found = new SortedResults(collection, reading, found, spec, wanted < 0 ? 0 : wanted);
        }
        boolean whole = spec.skip() == 0 && spec.limit() == 0;
        return whole ? found : new WindowedResults(found, spec.skip(), spec.limit());
    }
}
