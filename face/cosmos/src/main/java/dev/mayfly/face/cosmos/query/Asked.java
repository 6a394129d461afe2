package dev.mayfly.face.cosmos.query;

import dev.mayfly.engine.Document;
import dev.mayfly.face.cosmos.item.PartitionKey;
import dev.mayfly.face.cosmos.language.CosmosQuery;
import dev.mayfly.face.cosmos.language.value.Value;
import dev.mayfly.face.cosmos.resource.Container;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * One page of a query that is asked for.
 *
 * @param partition the logical partition, or all that begin so; null for every one
 * @param range which part of the hashes of partition keys is asked for, as text; empty for all of it
 * @param scope whether an item lies in that part
 * @param rowsMax how many rows the page may have
 * @param continuation where the page begins, or null for the first
 * @param continuationMax how many characters a continuation may have
 */
record Asked(
        Container container,
        CosmosQuery query,
        Map<String, Value> parameters,
        @Nullable PartitionKey partition,
        String range,
        Predicate<Document> scope,
        int rowsMax,
        @Nullable String continuation,
        int continuationMax) {
    static final Predicate<Document> EVERYWHERE = _ -> true;

    /** Stands for the query, so that a continuation of another is noticed. */
    long stamp() {
        String values = new TreeMap<>(parameters).toString();
        return PageToken.stamp(
                bytes(container.rid()),
                bytes(query.text()),
                bytes(values),
                bytes(String.valueOf(partition)),
                bytes(range));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    PageToken start() {
        return continuation == null ? PageToken.start(stamp()) : PageToken.parse(continuation, stamp());
    }
}
