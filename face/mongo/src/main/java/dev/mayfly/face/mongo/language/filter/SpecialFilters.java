package dev.mayfly.face.mongo.language.filter;

import dev.mayfly.face.mongo.language.error.QueryException;
import dev.mayfly.face.mongo.language.geo.NearQuery;
import dev.mayfly.face.mongo.language.text.TextSearch;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Filters that only a certain index can answer, since they also ask for an order. */
public final class SpecialFilters {
    private static final int NEAR_NOT_ALLOWED = 5626500;

    private SpecialFilters() {}

    /**
     * Returns whether a filter is seen to have none of them without a look inside its parts, as the filters of most
     * requests are: a test of one path, or several.
     */
    private static boolean isOrdinary(MongoFilter filter) {
        return switch (filter) {
            case MongoFilter.AtPath at -> at.test() instanceof Comparison || at.test() instanceof InSet;
            case MongoFilter.AllOf(List<MongoFilter> filters) -> {
                for (MongoFilter each : filters) {
                    if (!isOrdinary(each)) {
                        yield false;
                    }
                }
                yield true;
            }
            default -> false;
        };
    }

    /** Returns a filter that has none of them. */
    static MongoFilter refused(MongoFilter filter) {
        if (isOrdinary(filter)) {
            return filter;
        }
        withoutNearest(filter);
        if (all(filter).anyMatch(MongoFilter.Text.class::isInstance)) {
            throw QueryException.badValue("$text is not allowed in this context");
        }
        if (all(filter).anyMatch(MongoFilter.Where.class::isInstance)) {
            throw QueryException.badValue("$where is not allowed in this context");
        }
        return filter;
    }

    /** Returns a filter that asks for no nearest places. */
    public static MongoFilter withoutNearest(MongoFilter filter) {
        if (all(filter).anyMatch(MongoFilter.Near.class::isInstance)) {
            throw new QueryException(
                    NEAR_NOT_ALLOWED,
                    "Location" + NEAR_NOT_ALLOWED,
                    "$geoNear, $near, and $nearSphere are not allowed in this context, as these operators require"
                            + " sorting geospatial data. If you do not need sort, consider using $geoWithin instead.");
        }
        return filter;
    }

    /** Returns a filter that has at most one of them, which must hold of every document. */
    static MongoFilter checked(MongoFilter filter) {
        if (isOrdinary(filter)) {
            return filter;
        }
        long nears = all(filter).filter(MongoFilter.Near.class::isInstance).count();
        if (nears > 1) {
            throw QueryException.badValue("Too many geoNear expressions");
        }
        if (nears == 1 && near(filter).isEmpty()) {
            throw QueryException.badValue("geoNear must be top-level expr");
        }
        checkTexts(filter, nears > 0);
        return filter;
    }

    private static void checkTexts(MongoFilter filter, boolean asksForNearest) {
        long texts = all(filter).filter(MongoFilter.Text.class::isInstance).count();
        if (texts > 1) {
            throw QueryException.badValue("Too many text expressions");
        }
        if (texts == 0) {
            return;
        }
        all(filter)
                .filter(MongoFilter.Not.class::isInstance)
                .map(each -> ((MongoFilter.Not) each).filter())
                .filter(negated -> all(negated).anyMatch(MongoFilter.Text.class::isInstance))
                .forEach(SpecialFilters::refuseNegated);
        if (asksForNearest) {
            throw QueryException.badValue("text and geoNear not allowed in same query");
        }
    }

    /** A negation of one filter is no longer known to be one of several when it is checked, and is not planned. */
    private static void refuseNegated(MongoFilter negated) {
        if (negated instanceof MongoFilter.AnyOf(List<MongoFilter> filters) && filters.size() > 1) {
            throw QueryException.badValue("text expression not allowed in nor");
        }
        throw new QueryException(
                291, "NoQueryExecutionPlans", "error processing query: planner returned error: No query solutions");
    }

    /** Returns the search for words that stands anywhere in the filter. */
    public static Optional<TextSearch> text(MongoFilter filter) {
        if (isOrdinary(filter)) {
            return Optional.empty();
        }
        return all(filter)
                .filter(MongoFilter.Text.class::isInstance)
                .map(each -> ((MongoFilter.Text) each).search())
                .findFirst();
    }

    /** Returns whether every match answers a search for words. */
    public static boolean requiresText(MongoFilter filter) {
        return required(filter).anyMatch(MongoFilter.Text.class::isInstance);
    }

    /** Returns what the filter says of nearness. */
    public static Optional<NearQuery> near(MongoFilter filter) {
        if (isOrdinary(filter)) {
            return Optional.empty();
        }
        return required(filter)
                .filter(MongoFilter.Near.class::isInstance)
                .map(each -> ((MongoFilter.Near) each).query())
                .findFirst();
    }

    /** Returns the filters all of which must hold. */
    public static Stream<MongoFilter> required(MongoFilter filter) {
        return switch (filter) {
            case MongoFilter.AllOf(List<MongoFilter> filters) ->
                filters.stream().flatMap(SpecialFilters::required);
            case MongoFilter.AnyOf(List<MongoFilter> filters) when filters.size() == 1 -> required(filters.getFirst());
            default -> Stream.of(filter);
        };
    }

    private static Stream<MongoFilter> all(MongoFilter filter) {
        return Stream.concat(
                Stream.of(filter),
                switch (filter) {
                    case MongoFilter.AllOf(List<MongoFilter> filters) ->
                        filters.stream().flatMap(SpecialFilters::all);
                    case MongoFilter.AnyOf(List<MongoFilter> filters) ->
                        filters.stream().flatMap(SpecialFilters::all);
                    case MongoFilter.Not(MongoFilter inner) -> all(inner);
                    case MongoFilter.AtPath at -> within(at.test());
                    default -> Stream.of();
                });
    }

    private static Stream<MongoFilter> within(ValueTest test) {
        return switch (test) {
            case ValueTest.AnyObject(MongoFilter inner) -> all(inner);
            case ValueTest.Every(List<ValueTest> tests) -> tests.stream().flatMap(SpecialFilters::within);
            case ValueTest.Negated(ValueTest inner) -> within(inner);
            case ValueTest.AnyElement(ValueTest inner) -> within(inner);
            default -> Stream.of();
        };
    }
}
