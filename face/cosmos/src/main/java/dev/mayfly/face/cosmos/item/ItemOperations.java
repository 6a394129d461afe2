package dev.mayfly.face.cosmos.item;

import dev.mayfly.engine.Engine;
import dev.mayfly.face.cosmos.http.OperationTable;
import dev.mayfly.face.cosmos.http.ResourceType;
import dev.mayfly.face.cosmos.http.Verb;
import dev.mayfly.face.cosmos.resource.ContainerOperation;
import dev.mayfly.face.cosmos.resource.Containers;
import dev.mayfly.face.cosmos.resource.Metadata;
import dev.mayfly.store.api.Durability;

/** Everything that is done to items by their keys. */
public final class ItemOperations {
    private final Engine engine;
    private final Containers containers;
    private final ItemNumbers numbers;
    private final Durability durability;
    private final ItemTransactions transactions;
    private final Batches batches;

    /** @param durability of every write */
    public ItemOperations(Engine engine, Containers containers, Durability durability) {
        this.containers = containers;
        this.numbers = new ItemNumbers(engine.records(Metadata.FACE));
        this.durability = durability;
        this.transactions = new ItemTransactions(engine, durability);
        this.engine = engine;
        this.batches = new Batches(numbers, durability, transactions);
    }

    /** Returns the writes for callers that have no request. */
    public ItemWrites writes() {
        return new ItemWrites(numbers, durability);
    }

    /** Returns transactions of single items. */
    public ItemSessions sessions() {
        return new ItemSessions(transactions, numbers, durability);
    }

    public Batches batches() {
        return batches;
    }

    /** @param triggered carries out writes whose requests name triggers */
    public void addTo(OperationTable operations, ContainerOperation triggered) {
        add(operations, Verb.READ, new ReadItem());
        addWrite(operations, Verb.CREATE, new WriteItem(ItemChange.Kind.CREATE, numbers, durability), triggered);
        addWrite(operations, Verb.UPSERT, new WriteItem(ItemChange.Kind.UPSERT, numbers, durability), triggered);
        addWrite(operations, Verb.REPLACE, new ReplaceItem(numbers, durability, transactions), triggered);
        add(operations, Verb.PATCH, new PatchItem(numbers, durability));
        addWrite(operations, Verb.DELETE, new DeleteItem(numbers, durability), triggered);
        add(operations, Verb.BATCH, new BatchItems(batches, containers.meter()));
        operations.add(
                ResourceType.CONTAINER_OPERATION,
                Verb.EXECUTE,
                containers.within(new DeletePartition(engine, durability)));
    }

    private void addWrite(
            OperationTable operations, Verb verb, ContainerOperation plain, ContainerOperation triggered) {
        add(operations, verb, new TriggeredItem(plain, triggered));
    }

    private void add(OperationTable operations, Verb verb, ContainerOperation operation) {
        operations.add(ResourceType.ITEM, verb, containers.within(operation));
    }
}
