package dev.mayfly.face.cosmos.query;

import dev.mayfly.base.document.JsonView;
import dev.mayfly.engine.Document;
import dev.mayfly.face.cosmos.CosmosException;
import dev.mayfly.face.cosmos.http.CosmosRequest;
import dev.mayfly.face.cosmos.http.RequestField;
import dev.mayfly.face.cosmos.item.ItemForm;
import dev.mayfly.face.cosmos.item.PartitionKey;
import dev.mayfly.face.cosmos.resource.Container;
import java.util.Locale;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Which items of a container a request is about.
 *
 * @param partition their logical partition, or all that begin so; null for every one
 * @param range which part of the hashes of partition keys is asked for, as text; empty for all of it
 * @param contains whether an item lies in that part
 * @param isOfRange whether the request names a range, be it the one there is
 */
record FeedScope(@Nullable PartitionKey partition, String range, Predicate<Document> contains, boolean isOfRange) {
    private static final String LEAST = "";
    private static final String MOST = "FF";

    static FeedScope of(CosmosRequest request, Container container) {
        ItemForm items = container.items();
        String header = request.partitionKey();
        PartitionKey partition = header == null ? null : PartitionKey.ofHeader(header);
        if (partition != null && partition.components().isEmpty()) {
            partition = null;
        }
        if (partition != null) {
            items.partition().requirePrefix(partition);
        }
        boolean isOfRange = isOfRange(request, container);
        String from = given(request, RequestField.START_EPK, LEAST);
        String until = given(request, RequestField.END_EPK, MOST);
        if (from.equals(LEAST) && until.equals(MOST)) {
            return new FeedScope(partition, "", Asked.EVERYWHERE, isOfRange);
        }
        return new FeedScope(partition, from + "-" + until, item -> isWithin(hash(items, item), from, until), true);
    }

    private static String given(CosmosRequest request, RequestField field, String otherwise) {
        String text = request.fields().given(field);
        return text == null ? otherwise : text.toUpperCase(Locale.ROOT);
    }

    private static String hash(ItemForm items, Document item) {
        return items.hash().of(items.partition().of((JsonView) item.view()));
    }

    private static boolean isWithin(String hash, String from, String until) {
        return hash.compareTo(from) >= 0 && hash.compareTo(until) < 0;
    }

    /** There is one range; its name may stand behind that of the container. */
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
