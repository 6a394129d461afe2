package dev.mayfly.face.cosmos.query;

import dev.mayfly.base.document.JsonView;
import dev.mayfly.engine.read.Document;
import dev.mayfly.face.cosmos.error.CosmosException;
import dev.mayfly.face.cosmos.http.CosmosRequest;
import dev.mayfly.face.cosmos.http.RequestField;
import dev.mayfly.face.cosmos.item.EpkRange;
import dev.mayfly.face.cosmos.partition.PartitionKey;
import dev.mayfly.face.cosmos.resource.Container;
import dev.mayfly.face.cosmos.resource.ItemForm;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The items of a container that a request is about.
 *
 * @param partition their logical partition, or all that begin so; null for every one
 * @param range the requested part of the hashes of partition keys, as text; empty for all of it
 * @param contains whether an item lies in that part
 * @param isOfRange whether the request names a range, even the only one
 */
record QueryScope(@Nullable PartitionKey partition, String range, Predicate<Document> contains, boolean isOfRange) {
    static QueryScope of(CosmosRequest request, Container container) {
        ItemForm items = container.items();
        String header = request.partitionKey();
        PartitionKey partition = header == null ? null : PartitionKey.ofHeader(header);
        boolean isOfRange = isOfRange(request, container);
        if (header != null || !(isOfRange || request.fields().isTrue(RequestField.ENABLE_CROSS_PARTITION))) {
            partition = items.partition().meant(partition);
        }
        if (partition != null && partition.components().isEmpty()) {
            partition = null;
        }
        if (partition != null) {
            items.partition().requirePrefix(partition);
        }
        EpkRange range = EpkRange.of(request);
        if (range == null) {
            return new QueryScope(partition, "", PageRequest.EVERYWHERE, isOfRange);
        }
        String text = range.from() + "-" + range.until();
        return new QueryScope(partition, text, item -> range.contains(items, (JsonView) item.view()), true);
    }

    /** Returns true if the request names a range. There is one; its name may follow that of the container. */
    private static boolean isOfRange(CosmosRequest request, Container container) {
        String range = request.partitionKeyRangeId();
        if (range == null) {
            return false;
        }
        if (!range.equals("0") && !range.equals(container.rid() + ",0")) {
            throw new CosmosException(
                    410,
                    1002,
                    "Gone",
                    "The requested partition key range does not exist. There is one, whose id is 0.");
        }
        return true;
    }
}
