package dev.mayfly.face.cosmos.item;

import dev.mayfly.face.cosmos.http.CosmosRequest;
import dev.mayfly.face.cosmos.http.CosmosResponse;
import dev.mayfly.face.cosmos.resource.Container;
import dev.mayfly.face.cosmos.resource.ContainerOperation;

/** A write with or without triggers: without, it costs nothing more. */
final class TriggeredItem implements ContainerOperation {
    private final ContainerOperation plain;
    private final ContainerOperation triggered;

    TriggeredItem(ContainerOperation plain, ContainerOperation triggered) {
        this.plain = plain;
        this.triggered = triggered;
    }

    @Override
    public CosmosResponse answer(CosmosRequest request, Container container) {
        return ItemRequest.namesTriggers(request)
                ? triggered.answer(request, container)
                : plain.answer(request, container);
    }

    @Override
    public boolean isBounded(CosmosRequest request) {
        return !ItemRequest.namesTriggers(request) && plain.isBounded(request);
    }
}
