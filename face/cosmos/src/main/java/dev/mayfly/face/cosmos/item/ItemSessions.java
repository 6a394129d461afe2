package dev.mayfly.face.cosmos.item;

import dev.mayfly.face.cosmos.http.CosmosRequest;
import dev.mayfly.face.cosmos.partition.PartitionKey;
import dev.mayfly.face.cosmos.resource.Container;
import dev.mayfly.store.api.Durability;
import java.util.function.Function;

/** Opens sessions. Safe for concurrent use. */
public final class ItemSessions {
    private final ItemTransactions transactions;
    private final ItemNumbers numbers;
    private final Durability durability;

    ItemSessions(ItemTransactions transactions, ItemNumbers numbers, Durability durability) {
        this.transactions = transactions;
        this.numbers = numbers;
        this.durability = durability;
    }

    /**
     * What a piece of work has made.
     *
     * @param version under which everything was written; 0 if nothing was
     */
    public record Outcome<T>(T result, ItemSession session, long version) {}

    /**
     * Runs the work as a transaction, perhaps several times until no other write interferes. If it throws, nothing is
     * written.
     */
    public <T> Outcome<T> run(Container container, PartitionKey partition, Function<ItemSession, T> work) {
        PartitionKey whole = container.items().partition().requireWhole(partition);
        ItemTransactions.Committed<Outcome<T>> committed = transactions.run(container, whole, collection -> {
            ItemSession session = new ItemSession(container.in(collection), whole, numbers, durability);
            return new Outcome<>(work.apply(session), session, 0);
        });
        Outcome<T> outcome = committed.result();
        return new Outcome<>(outcome.result, outcome.session, committed.version());
    }

    /** The partition that a request names. */
    public static PartitionKey partition(CosmosRequest request) {
        PartitionKey partition = ItemRequest.partition(request);
        if (partition == null) {
            throw PartitionKey.missing();
        }
        return partition;
    }

    /** The partition of a written item: that which the request names, or else what the item itself says. */
    public static PartitionKey partition(CosmosRequest request, Container container, byte[] json) {
        PartitionKey named = ItemRequest.partition(request);
        return named == null ? ItemBody.parse(json).partition(container.items().partition()) : named;
    }

    /** The conditions of a request. */
    public static Conditions conditions(CosmosRequest request) {
        return ItemRequest.conditions(request);
    }
}
