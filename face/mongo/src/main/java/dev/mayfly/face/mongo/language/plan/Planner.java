package dev.mayfly.face.mongo.language.plan;

import static dev.mayfly.face.mongo.language.value.QueryRefusals.location;

import dev.mayfly.base.document.FieldPath;
import dev.mayfly.base.document.KeyPart;
import dev.mayfly.base.document.KeyWriter;
import dev.mayfly.base.document.ValueType;
import dev.mayfly.base.document.WildcardExtractor;
import dev.mayfly.base.query.IndexRange;
import dev.mayfly.base.query.IndexShape;
import dev.mayfly.base.query.KeyInterval;
import dev.mayfly.base.query.KeyPrefixes;
import dev.mayfly.face.mongo.language.error.QueryException;
import dev.mayfly.face.mongo.language.filter.Intervals;
import dev.mayfly.face.mongo.language.filter.MongoFilter;
import dev.mayfly.face.mongo.language.filter.Predicate;
import dev.mayfly.face.mongo.language.filter.SpecialFilters;
import dev.mayfly.face.mongo.language.geo.NearQuery;
import dev.mayfly.face.mongo.language.value.Collation;
import dev.mayfly.face.mongo.language.value.ShellText;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.bson.BsonDocument;
import org.bson.BsonNumber;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** Chooses how to find the documents that match a filter, in an order. */
public final class Planner {
    /*
     * The filter is read as a list of predicates, each saying where the values at one path lie. An index is a candidate
     * when its leading parts have predicates, or when it delivers the order. Of the candidates the one with most parts
     * bound to values wins; then one bound to a range; then one that delivers the order; then the one with fewer parts,
     * then by name: the same question always gets the same plan. Where several values lead an index, what stands behind
     * each is in order, so that it can be merged. A filter that nothing of this binds may still be an $or with an index
     * for each of its branches (UnionPlanner). The order of the ids is an index like any other, but
     * when the ids themselves are named nothing else is considered.
     *
     * An index may be missing documents: a sparse one those without its fields, a partial one those outside its filter.
     * It is a candidate only when the filter cannot match them. In an index that has met arrays one document has many
     * keys, so at most one predicate binds a part, and it delivers no order.
     */
    private static final KeyPart ID = KeyPart.ascending("_id");
    private static final IndexShape IDS = new IndexShape(List.of(ID), false, false, false);
    private static final String NATURAL = "$natural";

    private final MongoFilter filter;
    private final Map<Collation, Map<FieldPath, List<Predicate>>> predicates = new HashMap<>();
    private final List<KeyPart> sort;
    private final Collation collation;

    /** @param collation of the order asked for */
    Planner(MongoFilter filter, List<KeyPart> sort, Collation collation) {
        this.collation = collation;
        this.filter = filter;
        this.sort = sort;
    }

    /** @param merged whether the order comes only by merging what stands behind each of several values */
    private record Candidate(
            @Nullable PlannerIndex index,
            IndexBounds bounds,
            SortMatch match,
            boolean delivers,
            boolean merged,
            int parts) {
        static final Comparator<Candidate> BEST_FIRST = Comparator.comparingInt(
                        (Candidate each) -> -each.bounds.equalities())
                .thenComparing(each -> !each.bounds.ranged())
                .thenComparing(each -> !each.delivers)
                .thenComparingInt(Candidate::parts)
                .thenComparing(each -> each.index == null ? "" : each.index.name());
    }

    /**
     * Plans a query.
     *
     * @param sort the order asked for, empty for none; {@code {$natural: 1}} is the order of the ids
     * @param hint the name or the key pattern of the index to use, or {@code {$natural: 1}}, or null
     * @throws QueryException when the sort is malformed or the hint names no index
     */
    public static Plan plan(
            MongoFilter filter, BsonDocument sort, @Nullable BsonValue hint, List<PlannerIndex> indexes) {
        return plan(filter, sort, hint, () -> indexes, Collation.SIMPLE);
    }

    /**
     * As above, for a sort that compares texts by a collation.
     *
     * @param indexes asked for only where ids alone do not decide
     */
    public static Plan plan(
            MongoFilter filter,
            BsonDocument sort,
            @Nullable BsonValue hint,
            Supplier<List<PlannerIndex>> indexes,
            Collation collation) {
        if (sort.containsKey(NATURAL)) {
            if (sort.size() > 1) {
                throw QueryException.badValue("Cannot include '$natural' in compound sort: " + ShellText.of(sort));
            }
            if (hint != null && !isNatural(hint)) {
                throw QueryException.badValue(
                        "cannot have both $natural sort and a hint of an index: " + ShellText.of(hint));
            }
            NearPlanner.refuseNatural(filter, "sort order");
            TextPlanner.refuseNatural(filter);
            return natural(filter, sort, true);
        }
        Optional<NearQuery> near = SpecialFilters.near(filter);
        if (near.isPresent()) {
            return new NearPlanner(filter, near.get(), sort, hint).plan(indexes.get());
        }
        if (SpecialFilters.text(filter).isPresent()) {
            return new TextPlanner(filter, SortCompiler.compile(sort), hint, collation).plan(indexes.get());
        }
        Planner planner = new Planner(filter, SortCompiler.compile(sort), collation);
        if (hint == null || (hint.isDocument() && hint.asDocument().isEmpty())) {
            return planner.best(indexes);
        }
        if (hint.isDocument() && hint.asDocument().containsKey(NATURAL)) {
            return natural(filter, hint.asDocument(), planner.sort.isEmpty());
        }
        return planner.hinted(hint, indexes.get());
    }

    /**
     * As above, but only between keys of the index that the hint names.
     *
     * @throws QueryException when there is no hint, or its index has other keys
     */
    public static Plan between(
            KeyBounds bounds,
            MongoFilter filter,
            BsonDocument sort,
            @Nullable BsonValue hint,
            List<PlannerIndex> indexes,
            Collation collation) {
        if (hint == null || (hint.isDocument() && hint.asDocument().isEmpty())) {
            throw location(51173, "When using min()/max() a hint of which index to use must be provided");
        }
        if (hint.isDocument() && hint.asDocument().containsKey(NATURAL)) {
            throw new QueryException(
                    291,
                    "NoQueryExecutionPlans",
                    "error processing query: planner returned error: min and max are incompatible with $natural");
        }
        Planner planner = new Planner(MongoFilter.everything(), SortCompiler.compile(sort), collation);
        PlannerIndex index = IndexHint.isIds(hint) ? null : IndexHint.named(hint, indexes);
        IndexShape shape = index == null ? IDS : index.shape();
        if (index != null && (shape.wildcard() || index.hashed() || index.places() != null || index.texts() != null)) {
            throw KeyBounds.mismatch();
        }
        List<IndexRange> range = List.of(bounds.within(shape.parts(), collationOf(index)));
        SortMatch match = planner.candidate(index, shape).match;
        boolean backward = match == SortMatch.BACKWARD;
        boolean sorted = match != SortMatch.NONE;
        return index == null
                ? new Plan.KeyRangeScan(range, backward, filter, sorted)
                : new Plan.IndexScan(index.name(), range, backward, filter, sorted, shape.multikey());
    }

    private static boolean isNatural(BsonValue hint) {
        return hint.isDocument()
                && (hint.asDocument().isEmpty() || hint.asDocument().containsKey(NATURAL));
    }

    private static Plan natural(MongoFilter filter, BsonDocument spec, boolean sorted) {
        if (spec.size() > 1) {
            throw QueryException.badValue("$natural hint cannot be part of a compound: " + ShellText.of(spec));
        }
        if (!(spec.get(NATURAL) instanceof BsonNumber number)
                || (number.doubleValue() != 1 && number.doubleValue() != -1)) {
            throw QueryException.badValue("$natural sort cannot be set to a value other than -1 or 1.");
        }
        return new Plan.CollectionScan(number.doubleValue() < 0, filter, sorted);
    }

    /** The plan where a filter names one id and nothing else, as that of most updates does: there is nothing to choose from. */
    private @Nullable Plan byOneId() {
        if (!sort.isEmpty()
                || !(filter instanceof MongoFilter.AtPath at)
                || !at.path().equals(ID.path())) {
            return null;
        }
        Intervals intervals = Intervals.of(at.test(), Collation.SIMPLE);
        if (intervals == null || intervals.list().size() != 1 || !intervals.arePoints()) {
            return null;
        }
        return new Plan.KeyLookup(List.of(intervals.list().getFirst().from()), filter, true);
    }

    private Plan best(Supplier<List<PlannerIndex>> known) {
        Plan simplest = byOneId();
        if (simplest != null) {
            return simplest;
        }
        Candidate ids = candidate(null, IDS);
        if (ids.bounds.equalities() > 0) {
            return plan(ids);
        }
        List<PlannerIndex> indexes = known.get();
        Candidate best = bestOfOne(ids, indexes);
        Plan union = best.bounds.isBound() ? null : new UnionPlanner(sort, indexes, collation).plan(filter);
        return union == null ? plan(best) : union;
    }

    /** The best plan by one index, unless that would have to look at all of it. */
    @Nullable
    Plan bound(List<PlannerIndex> indexes) {
        if (SpecialFilters.requiresText(filter)) {
            return new TextPlanner(filter, sort, null, collation).scan(indexes);
        }
        Candidate best = bestOfOne(candidate(null, IDS), indexes);
        return best.bounds.isBound() ? plan(best) : null;
    }

    private Candidate bestOfOne(Candidate ids, List<PlannerIndex> indexes) {
        if (ids.bounds.equalities() > 0) {
            return ids;
        }
        List<Candidate> candidates = new ArrayList<>(List.of(ids));
        for (PlannerIndex index : indexes) {
            Candidate candidate = index.hidden() ? null : usable(index);
            if (candidate != null) {
                candidates.add(candidate);
            }
        }
        candidates.sort(Candidate.BEST_FIRST);
        return candidates.getFirst();
    }

    private @Nullable Candidate usable(PlannerIndex index) {
        MongoFilter partial = index.partialFilter();
        if (partial != null && !Implication.holds(filter, partial)) {
            return null;
        }
        if (index.shape().wildcard()) {
            return wildcard(index);
        }
        if (index.texts() != null) {
            return null;
        }
        if (index.places() != null) {
            return placed(index, index.places());
        }
        Candidate candidate = candidate(index, index.shape());
        boolean complete = !index.shape().sparse() || candidate.bounds.leavesOutMissing();
        if (index.hashed() && candidate.bounds.equalities() == 0) {
            return null;
        }
        boolean useful = candidate.bounds.isBound() || (candidate.delivers && !sort.isEmpty());
        return complete && useful ? candidate : null;
    }

    private Candidate candidate(@Nullable PlannerIndex index, IndexShape shape) {
        IndexBounds bounds = IndexBounds.of(shape, predicates(collationOf(index)));
        SortMatch match = shape.multikey() && !sort.isEmpty() ? SortMatch.NONE : matchOf(index, shape, bounds);
        boolean merged = match == SortMatch.NONE && index != null && !shape.multikey() && mayMerge(bounds);
        if (merged) {
            match = matchOf(index, shape, bounds.ofOnePrefix());
        }
        return new Candidate(
                index,
                bounds,
                match,
                match != SortMatch.NONE,
                merged && match != SortMatch.NONE,
                shape.parts().size());
    }

    /** Documents without a place are not in such an index, and it delivers no order but that of the distance. */
    private @Nullable Candidate placed(PlannerIndex index, PlaceParts places) {
        IndexBounds bounds = IndexBounds.of(index.shape(), places.predicates(filter, predicates(index.collation())));
        int parts = bounds.equalities() + (bounds.ranged() ? 1 : 0);
        boolean bindsPlace = index.shape().parts().subList(0, parts).stream()
                .anyMatch(part -> places.paths().contains(part.path()));
        SortMatch match = sort.isEmpty() ? SortMatch.EITHER : SortMatch.NONE;
        return bindsPlace
                ? new Candidate(
                        index,
                        bounds,
                        match,
                        sort.isEmpty(),
                        false,
                        index.shape().parts().size())
                : null;
    }

    private static boolean mayMerge(IndexBounds bounds) {
        return bounds.prefixes() > 1
                && bounds.prefixes() <= UnionPlanner.BRANCHES_MAX
                && !bounds.ranges().isEmpty();
    }

    private static Collation collationOf(@Nullable PlannerIndex index) {
        return index == null ? Collation.SIMPLE : index.collation();
    }

    /** Returns the predicates of the filter on values as they lie in an index of this collation. */
    private Map<FieldPath, List<Predicate>> predicates(Collation ofIndex) {
        return predicates.computeIfAbsent(ofIndex, _ -> Predicate.byPath(Predicate.of(filter, ofIndex)));
    }

    /** Nothing follows the id in an order, since no two are equal. */
    private SortMatch matchOf(@Nullable PlannerIndex index, IndexShape shape, IndexBounds bounds) {
        boolean inOrder = collationOf(index).equals(collation) && (index == null || !index.hashed());
        if (!inOrder && !sort.isEmpty()) {
            return SortMatch.NONE;
        }
        boolean byId =
                index == null && !sort.isEmpty() && sort.getFirst().path().equals(ID.path());
        return SortMatch.of(shape.parts(), bounds, byId ? sort.subList(0, 1) : sort);
    }

    /** One path of those it covers, bound by values that are in it by themselves. */
    private @Nullable Candidate wildcard(PlannerIndex index) {
        for (List<Predicate> each : predicates(index.collation()).values()) {
            Predicate predicate = each.getFirst();
            if (covers(index.shape(), predicate.path()) && standsAlone(predicate)) {
                KeyPrefixes path = new KeyPrefixes();
                path.bind(List.of(KeyInterval.point(WildcardExtractor.pathPrefix(predicate.path()))), false);
                List<IndexRange> ranges = path.ranges(predicate.intervals().list(), false);
                boolean points = predicate.intervals().arePoints();
                IndexBounds bounds = new IndexBounds(ranges, 1, points ? 1 : 0, List.of(), !points, true);
                SortMatch match = sort.isEmpty() ? SortMatch.EITHER : SortMatch.NONE;
                return new Candidate(index, bounds, match, sort.isEmpty(), false, Integer.MAX_VALUE);
            }
        }
        return null;
    }

    private static boolean covers(IndexShape shape, FieldPath path) {
        boolean all = true;
        boolean named = false;
        for (KeyPart part : shape.parts()) {
            if (part.descending() && part.path().leadsTo(path)) {
                return false;
            }
            all &= part.descending();
            named |= !part.descending() && part.path().leadsTo(path);
        }
        return all || named;
    }

    /** Objects and arrays are in a wildcard index by what is in them, and what is missing is not in it at all. */
    private static boolean standsAlone(Predicate predicate) {
        Intervals structures = new Intervals(
                List.of(KeyInterval.between(
                        KeyWriter.bracketFrom(ValueType.OBJECT), KeyWriter.bracketUntil(ValueType.ARRAY))),
                false);
        return !Predicate.hasPosition(predicate.path())
                && !predicate.intervals().includeMissing()
                && predicate.intervals().intersect(structures).list().isEmpty();
    }

    private Plan hinted(BsonValue hint, List<PlannerIndex> indexes) {
        if (IndexHint.isIds(hint)) {
            return plan(candidate(null, IDS));
        }
        PlannerIndex index = IndexHint.named(hint, indexes);
        PlaceParts places = index.places();
        Candidate forced = index.shape().wildcard()
                ? wildcard(index)
                : places == null ? candidate(index, index.shape()) : placed(index, places);
        if (index.texts() != null || (forced == null && places != null)) {
            return new Plan.IndexScan(index.name(), List.of(IndexRange.ALL), false, filter, sort.isEmpty(), true);
        }
        if (forced == null) {
            throw QueryException.badValue(
                    "error processing query: planner returned error: $hint refers to a wildcard index that cannot"
                            + " answer the query");
        }
        return plan(forced);
    }

    private Plan merged(PlannerIndex index, List<IndexRange> ranges, int groups, boolean backward) {
        int size = ranges.size() / groups;
        List<Plan> branches = new ArrayList<>(groups);
        for (int from = 0; from < ranges.size(); from += size) {
            branches.add(
                    new Plan.IndexScan(index.name(), ranges.subList(from, from + size), backward, filter, true, false));
        }
        return new Plan.Union(branches, true, filter, true);
    }

    private Plan plan(Candidate candidate) {
        boolean backward = candidate.match == SortMatch.BACKWARD;
        boolean sorted = candidate.match != SortMatch.NONE;
        List<IndexRange> ranges = backward ? candidate.bounds.ranges().reversed() : candidate.bounds.ranges();
        PlannerIndex index = candidate.index;
        if (index != null && candidate.merged) {
            return merged(index, ranges, candidate.bounds.prefixes(), backward);
        }
        if (index != null) {
            boolean mayRepeat = index.shape().multikey() || index.shape().wildcard();
            return new Plan.IndexScan(index.name(), ranges, backward, filter, sorted, mayRepeat);
        }
        if (candidate.bounds.equalities() > 0) {
            List<byte[]> keys = ranges.stream().map(IndexRange::from).toList();
            return new Plan.KeyLookup(keys, filter, sorted);
        }
        return candidate.bounds.ranged()
                ? new Plan.KeyRangeScan(ranges, backward, filter, sorted)
                : new Plan.CollectionScan(backward, filter, sorted);
    }
}
