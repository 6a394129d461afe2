package dev.mayfly.face.cosmos.item;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.error.EngineError;
import dev.mayfly.engine.read.Document;
import dev.mayfly.face.cosmos.error.CosmosErrors;
import dev.mayfly.face.cosmos.error.CosmosException;
import dev.mayfly.face.cosmos.partition.ItemId;
import dev.mayfly.face.cosmos.partition.ItemKey;
import dev.mayfly.face.cosmos.partition.PartitionKey;
import dev.mayfly.face.cosmos.resource.Container;
import dev.mayfly.face.cosmos.resource.Etag;
import dev.mayfly.store.api.Durability;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes of the items of one logical partition, one after another, within one transaction. Used by one thread.
 *
 * <p>What is written gets its version when all is committed. Until then it has one that nothing else has, by whose etag
 * its writer may name it; {@link #committed} puts the right one in its place.
 */
public final class ItemSession {
    private static final int RID_LENGTH = 24;
    private static final int CREATED = 201;

    private final Container container;
    private final PartitionKey partition;
    private final ItemNumbers numbers;
    private final Durability durability;
    private final List<Long> versions = new ArrayList<>();
    private double charge;
    private boolean created;

    /** @param container whose collection is the transaction's view of it */
    ItemSession(Container container, PartitionKey partition, ItemNumbers numbers, Durability durability) {
        this.container = container;
        this.partition = partition;
        this.numbers = numbers;
        this.durability = durability;
    }

    /** Returns true if the whole transaction may succeed when it begins anew. */
    public static boolean isConflict(EngineError error) {
        return ItemTransactions.isConflict(error);
    }

    /** The container as this transaction sees it. */
    public Container container() {
        return container;
    }

    public PartitionKey partition() {
        return partition;
    }

    /** Returns the request units that it has used up. */
    public double charge() {
        return charge;
    }

    public void charge(double units) {
        charge += units;
    }

    /** Returns true if the last write has made an item. */
    public boolean hasCreated() {
        return created;
    }

    /** Creates an item, and returns it as clients see it. */
    public byte[] create(byte[] json) {
        return put(ItemChange.Kind.CREATE, null, json, Conditions.NONE);
    }

    /** Creates or replaces an item. */
    public byte[] upsert(byte[] json, Conditions conditions) {
        return put(ItemChange.Kind.UPSERT, null, json, conditions);
    }

    /** Replaces an item, which keeps its id. */
    public byte[] replace(String link, byte[] json, Conditions conditions) {
        return put(ItemChange.Kind.REPLACE, link, json, conditions);
    }

    private byte[] put(ItemChange.Kind kind, @Nullable String link, byte[] json, Conditions conditions) {
        ItemBody body = ItemBody.parse(json);
        DocumentKey key = ItemKey.of(ItemRequest.partition(container, body, partition), body.id());
        if (link != null && !key(link).equals(key)) {
            throw CosmosException.badRequest("An item cannot get another id within a script or a trigger.");
        }
        ItemResult result = write(key, ItemChange.of(kind, container, conditions, numbers, body));
        byte[] shown = result.shown(container.items());
        if (shown == null) {
            throw CosmosErrors.internal("a written item without a text");
        }
        return shown;
    }

    /** Deletes an item. */
    public void delete(String link, Conditions conditions) {
        write(key(link), ItemChange.delete(container, conditions, numbers));
    }

    private ItemResult write(DocumentKey key, ItemChange change) {
        ItemResult result = change.write(container.collection(), key, durability);
        charge += result.charge();
        versions.add(result.version());
        created = result.status() == CREATED;
        return result;
    }

    /** Returns an item as clients see it; null if the condition says that its reader has it. */
    public byte @Nullable [] read(String link, Conditions conditions) {
        Collection collection = container.collection();
        Document item = collection.get(collection.reading(), key(link));
        if (item == null) {
            throw CosmosErrors.notFound();
        }
        charge += ItemCharges.read(item);
        return conditions.isKnown(item) ? null : container.items().shown(item);
    }

    /** The key of the item to which a link leads whose last part is its id or its resource id. */
    private DocumentKey key(String link) {
        String trimmed = link.endsWith("/") ? link.substring(0, link.length() - 1) : link;
        String last = trimmed.substring(trimmed.lastIndexOf('/') + 1);
        boolean isByRid = last.length() == RID_LENGTH && trimmed.contains("colls/" + container.rid() + "/docs/");
        return isByRid ? ItemSearch.byRid(container, partition, last) : ItemKey.of(partition, ItemId.require(last));
    }

    /** Puts the etag that was given at last in the place of those under which items were known before. */
    public byte[] committed(byte[] text, long version) {
        String shown = new String(text, StandardCharsets.UTF_8);
        for (long before : versions) {
            shown = shown.replace(bare(before), bare(version));
        }
        return shown.getBytes(StandardCharsets.UTF_8);
    }

    private static String bare(long version) {
        String etag = Etag.of(version);
        return etag.substring(1, etag.length() - 1);
    }
}
