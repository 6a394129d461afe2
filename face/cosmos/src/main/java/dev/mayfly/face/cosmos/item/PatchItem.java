package dev.mayfly.face.cosmos.item;

import dev.mayfly.face.cosmos.http.CosmosRequest;
import dev.mayfly.face.cosmos.http.CosmosResponse;
import dev.mayfly.face.cosmos.resource.Container;
import dev.mayfly.face.cosmos.resource.ContainerOperation;
import dev.mayfly.store.api.Durability;

/** Changes parts of an item. */
final class PatchItem implements ContainerOperation {
    private final ItemNumbers numbers;
    private final Durability durability;

    PatchItem(ItemNumbers numbers, Durability durability) {
        this.numbers = numbers;
        this.durability = durability;
    }

    @Override
    public CosmosResponse answer(CosmosRequest request, Container container) {
        ItemRequest.requirePlain(request);
        Patch patch = PatchReader.read(request.body(), container.definition().searchSettings());
        ItemResult result = ItemChange.patch(container, ItemRequest.conditions(request), numbers, patch)
                .write(container.collection(), ItemRequest.key(request, container), durability);
        return ItemRequest.response(container, result, request.prefersMinimal());
    }
}
