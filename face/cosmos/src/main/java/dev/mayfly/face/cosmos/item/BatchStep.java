package dev.mayfly.face.cosmos.item;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.read.Document;
import dev.mayfly.face.cosmos.error.CosmosErrors;
import dev.mayfly.face.cosmos.error.CosmosException;
import dev.mayfly.face.cosmos.partition.ItemErrors;
import dev.mayfly.face.cosmos.partition.ItemId;
import dev.mayfly.face.cosmos.partition.ItemKey;
import dev.mayfly.face.cosmos.partition.PartitionKey;
import dev.mayfly.face.cosmos.resource.Container;
import dev.mayfly.store.api.Durability;
import org.jspecify.annotations.Nullable;

/**
 * A member of a batch that is ready to be carried out.
 *
 * @param key of its item
 * @param change null for a read
 */
record BatchStep(DocumentKey key, @Nullable ItemChange change, Conditions conditions) {
    /** @throws CosmosException when the member makes no sense by itself */
    static BatchStep of(
            Container container, @Nullable PartitionKey partition, BatchMember member, ItemNumbers numbers) {
        Conditions conditions = member.conditions();
        return switch (member.kind()) {
            case CREATE -> put(ItemChange.Kind.CREATE, container, partition, member, numbers);
            case UPSERT -> put(ItemChange.Kind.UPSERT, container, partition, member, numbers);
            case REPLACE -> put(ItemChange.Kind.REPLACE, container, partition, member, numbers);
            case READ -> new BatchStep(key(container, partition, member), null, conditions);
            case DELETE ->
                new BatchStep(
                        key(container, partition, member),
                        ItemChange.delete(container, conditions, numbers),
                        conditions);
            case PATCH -> {
                Patch patch =
                        PatchReader.read(body(member), container.definition().searchSettings());
                yield new BatchStep(
                        key(container, partition, member),
                        ItemChange.patch(container, conditions, numbers, patch),
                        conditions);
            }
        };
    }

    private static DocumentKey key(Container container, @Nullable PartitionKey partition, BatchMember member) {
        String id = member.id();
        if (id == null) {
            throw ItemErrors.invalid(
                    "The input content is invalid because the required properties - 'id; ' - are missing");
        }
        PartitionKey whole = container.items().partition().requireWhole(partition);
        return ItemKey.of(whole, ItemId.require(id));
    }

    private static BatchStep put(
            ItemChange.Kind kind,
            Container container,
            @Nullable PartitionKey partition,
            BatchMember member,
            ItemNumbers numbers) {
        ItemBody item = ItemBody.parse(body(member));
        PartitionKey own = ItemRequest.partition(container, item, partition);
        String named = member.id();
        if (kind == ItemChange.Kind.REPLACE && named != null && !named.equals(item.id())) {
            throw CosmosException.badRequest("An item cannot get another id within a batch.");
        }
        ItemChange change = ItemChange.of(kind, container, member.conditions(), numbers, item);
        return new BatchStep(ItemKey.of(own, item.id()), change, member.conditions());
    }

    private static byte[] body(BatchMember member) {
        byte[] body = member.body();
        if (body == null) {
            throw ItemErrors.payload();
        }
        return body;
    }

    /** Carries it out by itself. */
    ItemResult run(Collection collection, Durability durability) {
        if (change != null) {
            return change.write(collection, key, durability);
        }
        Document item = collection.get(collection.reading(), key);
        if (item == null) {
            throw CosmosErrors.notFound();
        }
        return conditions.isKnown(item) ? ItemResult.notModified(item) : ItemResult.read(item);
    }
}
