package dev.mayfly.face.couchbase.query.index;

import dev.mayfly.face.couchbase.bucket.BucketCollection;
import dev.mayfly.face.couchbase.language.tree.Expression;
import dev.mayfly.face.couchbase.language.tree.Query;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a query wants of one keyspace. In every expression each name is written out.
 *
 * @param alias what its documents are called
 * @param unbound the names that have no value yet when its documents are looked for: the alias, and what comes later
 * @param where what is true of every document that matters, or null
 * @param order in which the documents would be welcome, none if that is all the same
 * @param uses the expressions in which documents occur; null when a document is needed as a whole
 * @param hints the names of indexes that the query asks for
 */
public record Wanted(
        BucketCollection keyspace,
        String alias,
        Set<String> unbound,
        @Nullable Expression where,
        List<Query.Sort> order,
        @Nullable List<Expression> uses,
        List<String> hints) {
    public Wanted {
        unbound = Set.copyOf(unbound);
        order = List.copyOf(order);
        uses = uses == null ? null : List.copyOf(uses);
        hints = List.copyOf(hints);
    }
}
