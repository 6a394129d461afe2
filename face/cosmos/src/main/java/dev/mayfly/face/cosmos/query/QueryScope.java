package dev.mayfly.face.cosmos.query;

import dev.mayfly.base.document.JsonView;
import dev.mayfly.engine.read.Document;
import dev.mayfly.face.cosmos.http.CosmosRequest;
import dev.mayfly.face.cosmos.http.RequestField;
import dev.mayfly.face.cosmos.item.EpkRange;
import dev.mayfly.face.cosmos.language.CosmosQuery;
import dev.mayfly.face.cosmos.partition.PartitionKey;
import dev.mayfly.face.cosmos.resource.Container;
import dev.mayfly.face.cosmos.resource.ItemForm;
import dev.mayfly.face.cosmos.resource.KeyRanges;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The items of a container that a request is about.
 *
 * @param partition their logical partition, or all that begin so; null for every one
 * @param range the requested part of the hashes of partition keys, as text; empty for all of it
 * @param contains whether an item lies in that part
 * @param isOfRange whether the request names a range, even the only one
 * @param shard the one in which all of them lie; {@link KeyRanges#ALL} if that is not known
 */
record QueryScope(
        @Nullable PartitionKey partition, String range, Predicate<Document> contains, boolean isOfRange, int shard) {
    /** @param isWhole whether the query makes its rows of all items together, see {@link CosmosQuery#isWhole} */
    static QueryScope of(CosmosRequest request, Container container, boolean isWhole) {
        ItemForm items = container.items();
        KeyRanges ranges = container.ranges();
        String header = request.partitionKey();
        PartitionKey partition = header == null ? null : PartitionKey.ofHeader(header);
        int named = ranges.named(request);
        boolean isOfRange = named != KeyRanges.ALL;
        if (header != null || !(isOfRange || request.fields().isTrue(RequestField.ENABLE_CROSS_PARTITION))) {
            partition = items.partition().meant(partition);
        }
        if (partition != null && partition.components().isEmpty()) {
            partition = null;
        }
        if (partition != null) {
            items.partition().requirePrefix(partition);
        }
        EpkRange hashes = EpkRange.of(request);
        if (partition == null && isWhole && WholeQuery.isPlanned(request, ranges, named, hashes)) {
            return new QueryScope(null, "", PageRequest.EVERYWHERE, true, KeyRanges.ALL);
        }
        int shard = partition == null && isOfRange ? ranges.shardOf(named) : ranges.shardOf(partition);
        if (hashes == null) {
            boolean isPart = partition == null && shard != KeyRanges.ALL;
            return new QueryScope(partition, isPart ? "range " + named : "", PageRequest.EVERYWHERE, isOfRange, shard);
        }
        String text = hashes.from() + "-" + hashes.until();
        return new QueryScope(partition, text, item -> hashes.contains(items, (JsonView) item.view()), true, shard);
    }
}
