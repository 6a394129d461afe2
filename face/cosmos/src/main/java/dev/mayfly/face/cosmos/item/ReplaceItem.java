package dev.mayfly.face.cosmos.item;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.face.cosmos.http.CosmosRequest;
import dev.mayfly.face.cosmos.http.CosmosResponse;
import dev.mayfly.face.cosmos.partition.ItemKey;
import dev.mayfly.face.cosmos.partition.PartitionKey;
import dev.mayfly.face.cosmos.resource.Container;
import dev.mayfly.face.cosmos.resource.ContainerOperation;
import dev.mayfly.store.api.Durability;

/** Replaces an item that is there, if need be under another id. Hot. */
final class ReplaceItem implements ContainerOperation {
    private final ItemNumbers numbers;
    private final Durability durability;
    private final ItemTransactions transactions;

    ReplaceItem(ItemNumbers numbers, Durability durability, ItemTransactions transactions) {
        this.numbers = numbers;
        this.durability = durability;
        this.transactions = transactions;
    }

    @Override
    public CosmosResponse answer(CosmosRequest request, Container container) {
        ItemRequest.requirePlain(request);
        ItemBody body = ItemBody.parse(request.body());
        DocumentKey key = key(request, container, body);
        DocumentKey next = ItemKey.of(body.partition(container.items().partition()), body.id());
        Conditions conditions = ItemRequest.conditions(request);
        ItemResult result = next.equals(key)
                ? ItemChange.of(ItemChange.Kind.REPLACE, container, conditions, numbers, body)
                        .write(container.collection(), key, durability)
                : transactions.rename(container, key, next, conditions, numbers, body);
        return ItemRequest.response(container, result, request.prefersMinimal());
    }

    private static DocumentKey key(CosmosRequest request, Container container, ItemBody body) {
        PartitionKey named = ItemRequest.partition(request);
        PartitionKey partition = ItemRequest.partition(container, body, named);
        return ItemRequest.isByRid(request, container)
                ? ItemSearch.byRid(container, partition, request.link().id())
                : ItemKey.of(partition, request.link().id());
    }

    @Override
    public boolean isBounded(CosmosRequest request) {
        return ItemRequest.isBounded(request, durability);
    }
}
