package dev.mayfly.face.cosmos.query;

import dev.mayfly.base.query.KeyInterval;
import dev.mayfly.engine.read.Document;
import dev.mayfly.face.cosmos.error.CosmosException;
import dev.mayfly.face.cosmos.language.ComputedProperties;
import dev.mayfly.face.cosmos.language.SqlQuery;
import dev.mayfly.face.cosmos.language.value.SqlKind;
import dev.mayfly.face.cosmos.query.index.CompositeKeys;
import dev.mayfly.face.cosmos.query.index.IndexPolicy.Part;
import dev.mayfly.face.cosmos.query.index.ItemPath;
import dev.mayfly.face.cosmos.query.index.ValueKeys;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The order of ORDER BY. Items of equal values are ordered by their keys, so every item has a place of its own.
 *
 * @param keys the values, of which the first ascends
 * @param backward whether the whole order is reversed
 */
record SortSpec(CompositeKeys keys, boolean backward) {
    private static final byte UNDEFINED = ValueKeys.from(SqlKind.UNDEFINED)[0];

    /** Refuses a query that sorts by what is neither a path nor the deadline. */
    static void requirePaths(SqlQuery query, QueryNames names) {
        boolean isByDeadline = query.orderBy().size() == 1
                && DeadlineFinder.isDeadline(query.orderBy().getFirst().value(), names);
        if (!query.orderBy().isEmpty() && !query.isRanked() && !query.distinct() && !isByDeadline) {
            of(query.orderBy(), names, ComputedProperties.NONE);
        }
    }

    static SortSpec of(List<SqlQuery.Order> orders, QueryNames names, ComputedProperties computed) {
        boolean backward = orders.getFirst().descending();
        List<Part> parts = new ArrayList<>();
        for (SqlQuery.Order order : orders) {
            ItemPath path = names.path(order.value());
            if (path == null) {
                throw CosmosException.badRequest(
                        "Unsupported ORDER BY clause. ORDER BY item expression could not be mapped"
                                + " to a document path.");
            }
            if (path.isThroughElements()) {
                throw CosmosException.badRequest("Order-by over correlated collections is not supported.");
            }
            parts.add(new Part(path, order.descending() != backward));
        }
        return new SortSpec(
                new CompositeKeys(
                        parts,
                        computed.only(name -> parts.stream()
                                .anyMatch(part -> name.equals(part.path().first())))),
                backward);
    }

    List<Part> parts() {
        return keys.parts();
    }

    /** The path, where there is only one. */
    ItemPath onlyPath() {
        return parts().getFirst().path();
    }

    boolean isSimple() {
        return parts().size() == 1;
    }

    /**
     * Returns the position of an item: its values, then its key. Null if it has no value and such items are not
     * wanted.
     */
    byte @Nullable [] position(Document item, boolean undefinedToo) {
        byte[] values = keys.keyOf(item.view(), item.stamp().modified());
        return !undefinedToo && values[0] == UNDEFINED
                ? null
                : KeyInterval.joined(values, item.key().bytes());
    }
}
