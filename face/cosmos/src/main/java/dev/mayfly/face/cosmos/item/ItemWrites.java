package dev.mayfly.face.cosmos.item;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.base.document.Lifetime;
import dev.mayfly.engine.document.Decision;
import dev.mayfly.face.cosmos.error.CosmosException;
import dev.mayfly.face.cosmos.partition.ItemKey;
import dev.mayfly.face.cosmos.partition.PartitionKey;
import dev.mayfly.face.cosmos.resource.Container;
import dev.mayfly.face.cosmos.resource.Etag;
import dev.mayfly.face.cosmos.resource.ItemRid;
import dev.mayfly.store.api.Durability;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes of single items by the rules that clients' requests follow, for callers that have values rather than requests.
 * Every method may throw {@link CosmosException}, and the engine's exceptions. Safe for concurrent use.
 */
public final class ItemWrites {
    private static final int CREATED = 201;

    private final ItemNumbers numbers;
    private final Durability durability;

    ItemWrites(ItemNumbers numbers, Durability durability) {
        this.numbers = numbers;
        this.durability = durability;
    }

    /**
     * Creates an item, or replaces the one with its key.
     *
     * @param named the partition that the item must be in
     * @return whether there was none before
     */
    public boolean upsert(Container container, PartitionKey named, byte[] json) {
        return write(ItemChange.Kind.UPSERT, container, named, json, Conditions.NONE);
    }

    /** Creates an item; throws 409 if there is one. */
    public void create(Container container, PartitionKey named, byte[] json) {
        write(ItemChange.Kind.CREATE, container, named, json, Conditions.NONE);
    }

    /** Replaces an item of this version; throws 404 if there is none, and 412 if it has another version. */
    public void replace(Container container, PartitionKey named, byte[] json, long version) {
        write(ItemChange.Kind.REPLACE, container, named, json, new Conditions(Etag.of(version), null));
    }

    private boolean write(
            ItemChange.Kind kind, Container container, PartitionKey named, byte[] json, Conditions conditions) {
        ItemBody body = ItemBody.parse(json);
        PartitionKey partition = ItemRequest.partition(container, body, named);
        ItemResult result = ItemChange.of(kind, container, conditions, numbers, body)
                .write(container.collection(), ItemKey.of(partition, body.id()), durability);
        return result.status() == CREATED;
    }

    /** Returns an item as it would be written, but for its number. */
    public static Decision.Put draft(Container container, byte[] json) {
        ItemBody body = ItemBody.parse(json);
        return new Decision.Put(
                body.text(), body.lifetime(container.definition().isTtlOn()), ItemRid.stamp(0));
    }

    /** Returns the key by which an item would be stored. */
    public static DocumentKey key(Container container, byte[] json) {
        ItemBody body = ItemBody.parse(json);
        return ItemKey.of(body.partition(container.items().partition()), body.id());
    }

    /** Deletes an item; throws 404 if there is none, and 412 if it has another version than that given. */
    public void delete(Container container, DocumentKey key, @Nullable Long ifVersion) {
        Conditions conditions = ifVersion == null ? Conditions.NONE : new Conditions(Etag.of(ifVersion), null);
        ItemChange.delete(container, conditions, numbers).write(container.collection(), key, durability);
    }

    /**
     * Gives an item another {@code ttl}, as a patch would.
     *
     * @param lifetime inherit removes it; forever and a number of seconds set it
     * @param ifVersion the version that the item must have, or null for any; throws 412 if it has another
     */
    public void touch(Container container, DocumentKey key, Lifetime lifetime, @Nullable Long ifVersion) {
        Conditions conditions = ifVersion == null ? Conditions.NONE : new Conditions(Etag.of(ifVersion), null);
        Patch patch = new Patch(operations(lifetime), null);
        ItemChange.patch(container, conditions, numbers, patch).write(container.collection(), key, durability);
    }

    private static List<PatchOperation> operations(Lifetime lifetime) {
        return switch (lifetime) {
            // A remove alone is refused if the property is missing; set and remove together change _ts in any case.
            case Lifetime.Inherit _ -> List.of(set(-1), operation(PatchOperation.Kind.REMOVE, 2, null));
            case Lifetime.Forever _ -> List.of(set(-1));
            case Lifetime.For(long seconds) -> List.of(set(seconds));
            case Lifetime.Until _ -> throw new IllegalArgumentException("an item's ttl is no instant");
        };
    }

    private static PatchOperation set(long seconds) {
        return operation(PatchOperation.Kind.SET, 1, Long.toString(seconds).getBytes(StandardCharsets.US_ASCII));
    }

    private static PatchOperation operation(PatchOperation.Kind kind, int position, byte @Nullable [] value) {
        return new PatchOperation(kind, position, List.of("ttl"), List.of(), value);
    }
}
