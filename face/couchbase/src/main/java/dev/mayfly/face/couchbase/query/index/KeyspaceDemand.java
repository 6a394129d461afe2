package dev.mayfly.face.couchbase.query.index;

import dev.mayfly.face.couchbase.bucket.BucketCollection;
import dev.mayfly.face.couchbase.language.tree.N1qlExpression;
import dev.mayfly.face.couchbase.language.tree.N1qlQuery;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A query's demand on one keyspace. In every expression each name is written out.
 *
 * @param alias the name of its documents
 * @param unbound the names without a value when its documents are looked for: the alias and later ones
 * @param where a condition true of every document that matters, or null
 * @param order preferred for the documents, none if it does not matter
 * @param uses the expressions in which documents occur; null when a document is needed as a whole
 * @param hints the names of indexes that the query asks for
 */
public record KeyspaceDemand(
        BucketCollection keyspace,
        String alias,
        Set<String> unbound,
        @Nullable N1qlExpression where,
        List<N1qlQuery.Sort> order,
        @Nullable List<N1qlExpression> uses,
        List<String> hints) {
    public KeyspaceDemand {
        unbound = Set.copyOf(unbound);
        order = List.copyOf(order);
        uses = uses == null ? null : List.copyOf(uses);
        hints = List.copyOf(hints);
    }
}
