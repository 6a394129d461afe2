package dev.mayfly.face.mongo.language.plan;

import dev.mayfly.base.document.KeyPart;
import dev.mayfly.base.query.IndexRange;
import dev.mayfly.base.query.IndexShape;
import dev.mayfly.face.mongo.language.error.QueryException;
import dev.mayfly.face.mongo.language.filter.MongoFilter;
import dev.mayfly.face.mongo.language.filter.Predicate;
import dev.mayfly.face.mongo.language.filter.SpecialFilters;
import dev.mayfly.face.mongo.language.geo.NearQuery;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** Plans a query for the nearest places, which only an index of places can answer. */
final class NearPlanner {
    private static final String NATURAL = "$natural";

    private final MongoFilter filter;
    private final NearQuery near;
    private final BsonDocument sort;
    private final @Nullable BsonValue hint;

    NearPlanner(MongoFilter filter, NearQuery near, BsonDocument sort, @Nullable BsonValue hint) {
        this.filter = filter;
        this.near = near;
        this.sort = sort;
        this.hint = hint;
    }

    /** A scan, and how many parts before the places are bound. */
    private record Candidate(Plan.NearScan scan, int bound) {
        static final Comparator<Candidate> BEST_FIRST =
                Comparator.comparingInt((Candidate each) -> -each.bound).thenComparing(each -> each.scan.index());
    }

    static void refuseNatural(MongoFilter filter, String what) {
        if (SpecialFilters.near(filter).isPresent()) {
            throw QueryException.badValue("geoNear expression not allowed with $natural " + what);
        }
    }

    Plan plan(List<PlannerIndex> indexes) {
        if (hint != null && hint.isDocument() && hint.asDocument().containsKey(NATURAL)) {
            refuseNatural(filter, "hint");
        }
        SortCompiler.compile(sort);
        Plan.NearScan chosen = indexes.stream()
                .filter(this::isWanted)
                .map(this::candidate)
                .filter(Objects::nonNull)
                .sorted(Candidate.BEST_FIRST)
                .map(Candidate::scan)
                .findFirst()
                .orElseThrow(() -> new QueryException(
                        291,
                        "NoQueryExecutionPlans",
                        "error processing query: planner returned error: unable to find index for $geoNear query"));
        chosen.places().check(near);
        return chosen;
    }

    private boolean isWanted(PlannerIndex index) {
        boolean isHinted =
                hint != null && !(hint.isDocument() && hint.asDocument().isEmpty());
        return !index.hidden()
                && (!isHinted
                        || (hint != null
                                && hint.isString()
                                && hint.asString().getValue().equals(index.name())));
    }

    private @Nullable Candidate candidate(PlannerIndex index) {
        PlaceParts places = index.places();
        MongoFilter partial = index.partialFilter();
        if (places == null || !places.index().serves(near)) {
            return null;
        }
        if (partial != null && !Implication.holds(filter, partial)) {
            return null;
        }
        List<KeyPart> parts = index.shape().parts();
        int at = 0;
        while (at < parts.size() && !parts.get(at).path().equals(near.path())) {
            at++;
        }
        boolean keepsPath = at < parts.size() && places.paths().contains(near.path());
        return keepsPath ? candidate(index, places, parts.subList(0, at)) : null;
    }

    private @Nullable Candidate candidate(PlannerIndex index, PlaceParts places, List<KeyPart> before) {
        IndexShape shape = new IndexShape(before, false, index.shape().multikey(), false);
        IndexBounds bounds = IndexBounds.of(
                shape, places.predicates(filter, Predicate.byPath(Predicate.of(filter, index.collation()))));
        if (!before.isEmpty() && !bounds.isBound()) {
            return null;
        }
        boolean all = bounds.equalities() == before.size();
        List<byte[]> prefixes =
                all ? bounds.ranges().stream().map(IndexRange::from).toList() : null;
        Plan.NearScan scan = new Plan.NearScan(
                index.name(), near, places.index(), prefixes, bounds.ranges(), filter, sort.isEmpty());
        return new Candidate(scan, bounds.equalities());
    }
}
