package dev.mayfly.face.mongo.language.filter;

import dev.mayfly.base.document.FieldPath;
import dev.mayfly.base.document.ValueType;
import dev.mayfly.base.document.View;
import dev.mayfly.base.query.Filter;
import dev.mayfly.face.mongo.language.expression.Expression;
import dev.mayfly.face.mongo.language.expression.Variables;
import dev.mayfly.face.mongo.language.geo.NearQuery;
import dev.mayfly.face.mongo.language.script.RequestFunctions;
import dev.mayfly.face.mongo.language.text.TextSearch;
import dev.mayfly.face.mongo.language.value.DeadlineField;
import dev.mayfly.face.mongo.language.value.Truth;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A compiled filter document. Immutable and safe for concurrent use. */
public sealed interface MongoFilter extends Filter {
    /** Matches every document. */
    static MongoFilter everything() {
        return new AllOf(List.of());
    }

    /** Matches no document. */
    static MongoFilter nothing() {
        return new AnyOf(List.of());
    }

    @Override
    default boolean matches(View document) {
        return matches(document, null);
    }

    /** Returns whether documents must come with their deadlines. */
    default boolean asksForDeadlines() {
        return false;
    }

    /** Also notes the position of the array element that matched, for a positional update. */
    boolean matches(View document, @Nullable MatchedPosition position);

    /** Every one matches; so does none at all. */
    record AllOf(List<MongoFilter> filters) implements MongoFilter {
        public AllOf {
            filters = List.copyOf(filters);
        }

        @Override
        public boolean asksForDeadlines() {
            return anyAsks(filters);
        }

        @Override
        public boolean matches(View document, @Nullable MatchedPosition position) {
            for (int i = 0; i < filters.size(); i++) {
                if (!filters.get(i).matches(document, position)) {
                    return false;
                }
            }
            return true;
        }
    }

    private static boolean anyAsks(List<MongoFilter> filters) {
        for (int i = 0; i < filters.size(); i++) {
            if (filters.get(i).asksForDeadlines()) {
                return true;
            }
        }
        return false;
    }

    /** At least one matches. */
    record AnyOf(List<MongoFilter> filters) implements MongoFilter {
        public AnyOf {
            filters = List.copyOf(filters);
        }

        @Override
        public boolean asksForDeadlines() {
            return anyAsks(filters);
        }

        @Override
        public boolean matches(View document, @Nullable MatchedPosition position) {
            for (int i = 0; i < filters.size(); i++) {
                if (filters.get(i).matches(document, position)) {
                    return true;
                }
            }
            return false;
        }
    }

    /** The other does not match. */
    record Not(MongoFilter filter) implements MongoFilter {
        @Override
        public boolean asksForDeadlines() {
            return filter.asksForDeadlines();
        }

        @Override
        public boolean matches(View document, @Nullable MatchedPosition position) {
            return !filter.matches(document, null);
        }
    }

    /** Some value at the path passes the test. */
    record AtPath(FieldPath path, ValueTest test) implements MongoFilter {
        @Override
        public boolean matches(View document, @Nullable MatchedPosition position) {
            return PathWalk.anyPasses(document, path, test, position);
        }
    }

    /** The whole document, or the object in an array, is as a schema has it. */
    record Conforms(JsonSchema schema) implements MongoFilter {
        @Override
        public boolean matches(View document, @Nullable MatchedPosition position) {
            return schema.holds(document);
        }
    }

    /**
     * The document expires at an instant in this range; an addition to MongoDB.
     *
     * @param until the first instant beyond it
     * @param never whether documents match that never expire, and no others
     */
    record Expires(long from, long until, boolean never) implements MongoFilter {
        @Override
        public boolean asksForDeadlines() {
            return true;
        }

        @Override
        public boolean matches(View document, @Nullable MatchedPosition position) {
            View deadline = document.field(DeadlineField.NAME);
            if (deadline == null || deadline.type() != ValueType.DATE) {
                return never && deadline != null;
            }
            long at = deadline.dateMillis();
            return !never && from <= at && at < until;
        }
    }

    /** Some place of the document is as near as wanted. Such a filter also asks for an order, which its plan delivers. */
    record Near(NearQuery query) implements MongoFilter {
        @Override
        public boolean matches(View document, @Nullable MatchedPosition position) {
            NearQuery.Nearest nearest = query.nearest(document);
            return nearest != null && query.wants(nearest.distance());
        }
    }

    /** The texts of the document have what a search looks for. */
    record Text(TextSearch search) implements MongoFilter {
        @Override
        public boolean matches(View document, @Nullable MatchedPosition position) {
            return search.matches(document);
        }
    }

    /** A function in JavaScript says yes of the document. */
    record Where(String code) implements MongoFilter {
        @Override
        public boolean matches(View document, @Nullable MatchedPosition position) {
            return RequestFunctions.current().test(code, document.toBsonValue());
        }
    }

    /** An expression over the whole document is true. */
    record Computed(Expression expression) implements MongoFilter {
        @Override
        public boolean matches(View document, @Nullable MatchedPosition position) {
            return Truth.of(expression.evaluate(document, Variables.NONE));
        }
    }
}
