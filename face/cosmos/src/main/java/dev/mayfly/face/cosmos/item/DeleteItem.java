package dev.mayfly.face.cosmos.item;

import dev.mayfly.face.cosmos.http.CosmosRequest;
import dev.mayfly.face.cosmos.http.CosmosResponse;
import dev.mayfly.face.cosmos.resource.Container;
import dev.mayfly.face.cosmos.resource.ContainerOperation;
import dev.mayfly.store.api.Durability;

/** Deletes one item by its key. Hot. */
final class DeleteItem implements ContainerOperation {
    private final ItemNumbers numbers;
    private final Durability durability;

    DeleteItem(ItemNumbers numbers, Durability durability) {
        this.numbers = numbers;
        this.durability = durability;
    }

    @Override
    public CosmosResponse answer(CosmosRequest request, Container container) {
        ItemRequest.requirePlain(request);
        ItemResult result = ItemChange.delete(container, ItemRequest.conditions(request), numbers)
                .write(container.collection(), ItemRequest.key(request, container), durability);
        return ItemRequest.response(container, result, true);
    }

    @Override
    public boolean isBounded(CosmosRequest request) {
        return ItemRequest.isBounded(request, durability);
    }
}
