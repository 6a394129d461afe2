package dev.mayfly.face.cosmos.query;

import dev.mayfly.engine.read.Document;
import dev.mayfly.face.cosmos.language.CosmosQuery;
import dev.mayfly.face.cosmos.language.function.FunctionSource;
import dev.mayfly.face.cosmos.language.value.SqlValue;
import dev.mayfly.face.cosmos.partition.PartitionKey;
import dev.mayfly.face.cosmos.resource.Container;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A request for one page of a query.
 *
 * @param partition the logical partition, or all that begin so; null for every one
 * @param range the requested part of the hashes of partition keys, as text; empty for all of it
 * @param scope whether an item lies in that part
 * @param shard the one in which all items lie that are asked for, or {@link
 *     dev.mayfly.face.cosmos.resource.KeyRanges#ALL}
 * @param rowsMax the most rows of the page
 * @param continuation the start of the page, or null for the first
 * @param continuationMax the most characters of a continuation
 * @param functions those that clients have made in the container
 */
record PageRequest(
        Container container,
        CosmosQuery query,
        Map<String, SqlValue> parameters,
        @Nullable PartitionKey partition,
        String range,
        Predicate<Document> scope,
        int shard,
        int rowsMax,
        @Nullable String continuation,
        int continuationMax,
        FunctionSource functions) {
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
