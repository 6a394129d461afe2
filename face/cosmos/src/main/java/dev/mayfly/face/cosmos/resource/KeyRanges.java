package dev.mayfly.face.cosmos.resource;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.face.cosmos.error.CosmosException;
import dev.mayfly.face.cosmos.http.CosmosRequest;
import dev.mayfly.face.cosmos.partition.EffectivePartitionKey;
import dev.mayfly.face.cosmos.partition.ItemKey;
import dev.mayfly.face.cosmos.partition.PartitionKey;
import org.jspecify.annotations.Nullable;

/**
 * The ranges of effective partition keys of a container, each of which is a shard.
 *
 * @param hash of the partition keys
 * @param rid of the container, which may stand in front of the id of a range
 */
public record KeyRanges(EffectivePartitionKey hash, int count, String rid) {
    /** Stands for all shards. */
    public static final int ALL = -1;

    private static final String END = "FF";

    static KeyRanges of(Container container) {
        int shards = container.collection().record().shards();
        return new KeyRanges(container.items().hash(), shards, container.rid());
    }

    /** Returns true if a query may have to be sent to several ranges. */
    public boolean areSeveral() {
        return count > 1;
    }

    /** The first position of a range, in hexadecimal digits. */
    public String from(int range) {
        return range == 0 ? "" : hash.firstOf(range, count);
    }

    /** The first position behind a range. */
    public String until(int range) {
        return range == count - 1 ? END : from(range + 1);
    }

    /**
     * Returns the range that a request names, or {@link #ALL} if it names none.
     *
     * @throws CosmosException with 410 if there is no such range
     */
    public int named(CosmosRequest request) {
        String text = request.partitionKeyRangeId();
        if (text == null) {
            return ALL;
        }
        String id = text.startsWith(rid + ",") ? text.substring(rid.length() + 1) : text;
        for (int range = 0; range < count; range++) {
            if (id.equals(Integer.toString(range))) {
                return range;
            }
        }
        throw new CosmosException(
                410,
                1002,
                "Gone",
                count == 1
                        ? "The requested partition key range does not exist. There is one, whose id is 0."
                        : "The requested partition key range does not exist. Their ids are 0 to " + (count - 1) + ".");
    }

    /** Returns the shard of a range, or {@link #ALL} if it has all. */
    public int shardOf(int range) {
        return areSeveral() ? range : ALL;
    }

    /** Returns the shard in which all partitions lie whose keys begin with these components, or {@link #ALL}. */
    public int shardOf(@Nullable PartitionKey partition) {
        return !areSeveral() || partition == null || partition.components().isEmpty()
                ? ALL
                : hash.shardOf(partition.components().getFirst(), count);
    }

    public int shardOf(DocumentKey item) {
        return areSeveral() ? hash.shardOf(ItemKey.firstComponent(item), count) : 0;
    }

    /** Returns the range that a request is about, as far as its header fields tell; {@link #ALL} if they do not. */
    public int ofRequest(CosmosRequest request) {
        if (!areSeveral()) {
            return 0;
        }
        String key = request.partitionKey();
        return key == null ? named(request) : shardOf(PartitionKey.ofHeader(key));
    }
}
