package dev.mayfly.face.cosmos.item;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.face.cosmos.http.CosmosRequest;
import dev.mayfly.face.cosmos.http.CosmosResponse;
import dev.mayfly.face.cosmos.partition.ItemKey;
import dev.mayfly.face.cosmos.partition.PartitionKey;
import dev.mayfly.face.cosmos.resource.Container;
import dev.mayfly.face.cosmos.resource.ContainerOperation;
import dev.mayfly.store.api.Durability;

/** Creates an item, or creates or replaces it. Hot. */
final class WriteItem implements ContainerOperation {
    private final ItemChange.Kind kind;
    private final ItemNumbers numbers;
    private final Durability durability;

    WriteItem(ItemChange.Kind kind, ItemNumbers numbers, Durability durability) {
        this.kind = kind;
        this.numbers = numbers;
        this.durability = durability;
    }

    @Override
    public CosmosResponse answer(CosmosRequest request, Container container) {
        ItemRequest.requirePlain(request);
        ItemBody body = ItemBody.parse(request.body());
        PartitionKey partition = ItemRequest.partition(container, body, ItemRequest.partition(request));
        DocumentKey key = ItemKey.of(partition, body.id());
        ItemChange change = ItemChange.of(kind, container, ItemRequest.conditions(request), numbers, body);
        ItemResult result = change.write(container.collection(), key, durability);
        return ItemRequest.response(container, result, request.prefersMinimal());
    }

    @Override
    public boolean isBounded(CosmosRequest request) {
        return ItemRequest.isBounded(request, durability);
    }
}
