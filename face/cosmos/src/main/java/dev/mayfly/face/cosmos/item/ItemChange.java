package dev.mayfly.face.cosmos.item;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.base.document.Lifetime;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.document.Decision;
import dev.mayfly.engine.read.Document;
import dev.mayfly.engine.read.ReadView;
import dev.mayfly.engine.write.Decider;
import dev.mayfly.engine.write.WriteOutcome;
import dev.mayfly.face.cosmos.error.CosmosErrors;
import dev.mayfly.face.cosmos.resource.Container;
import dev.mayfly.face.cosmos.resource.ItemRid;
import dev.mayfly.store.api.Durability;
import org.jspecify.annotations.Nullable;

/**
 * One write of one item. Decides by the current state, perhaps several times, and keeps its last decision. Used once,
 * by one thread.
 */
final class ItemChange implements Decider {
    /** The kind of write. */
    enum Kind {
        CREATE,
        UPSERT,
        REPLACE,
        PATCH,
        DELETE
    }

    private static final long NO_NUMBER = 0;

    private final Kind kind;
    private final Container container;
    private final Conditions conditions;
    private final ItemNumbers numbers;
    private final @Nullable ItemBody body;
    private final @Nullable Patch patch;

    private @Nullable ItemBody written;
    private int status;
    /** The number of the item if it is new, assigned once; an item that is replaced keeps its own. */
    private long fresh = NO_NUMBER;

    private long number;
    private long modified;
    private double charge;

    private ItemChange(
            Kind kind,
            Container container,
            Conditions conditions,
            ItemNumbers numbers,
            @Nullable ItemBody body,
            @Nullable Patch patch) {
        this.kind = kind;
        this.container = container;
        this.conditions = conditions;
        this.numbers = numbers;
        this.body = body;
        this.patch = patch;
    }

    /** A create, an upsert or a replace. */
    static ItemChange of(Kind kind, Container container, Conditions conditions, ItemNumbers numbers, ItemBody body) {
        return new ItemChange(kind, container, conditions, numbers, body, null);
    }

    static ItemChange patch(Container container, Conditions conditions, ItemNumbers numbers, Patch patch) {
        return new ItemChange(Kind.PATCH, container, conditions, numbers, null, patch);
    }

    static ItemChange delete(Container container, Conditions conditions, ItemNumbers numbers) {
        return new ItemChange(Kind.DELETE, container, conditions, numbers, null, null);
    }

    /** The same item under another id keeps its number. */
    ItemChange keeping(long sameNumber) {
        fresh = sameNumber;
        return this;
    }

    /** @throws dev.mayfly.face.cosmos.error.CosmosException when it is refused; nothing is written then */
    ItemResult write(Collection collection, DocumentKey key, Durability durability) {
        return resultOf(collection.write(key, durability, this));
    }

    /** Returns the result, once the write was decided and executed. */
    ItemResult resultOf(WriteOutcome outcome) {
        return switch (outcome) {
            case WriteOutcome.Stored stored -> result(stored.version());
            case WriteOutcome.Removed removed -> result(removed.version());
            case WriteOutcome.DuplicateValue _ -> throw CosmosErrors.uniqueKeyViolated();
            case WriteOutcome.Kept _ -> throw CosmosErrors.notFound();
        };
    }

    private ItemResult result(long version) {
        byte[] text = written == null ? null : written.text();
        return new ItemResult(status, charge, text, number, version, modified);
    }

    @Override
    public Decision decide(@Nullable Document current, ReadView reading) {
        return switch (kind) {
            case CREATE -> create(current, reading);
            case UPSERT -> current == null ? create(null, reading) : replace(current, sent(), reading);
            case REPLACE -> replace(there(current), sent(), reading);
            case PATCH -> replace(there(current), patched(there(current), reading), reading);
            case DELETE -> delete(there(current));
        };
    }

    private ItemBody sent() {
        if (body == null) {
            throw new IllegalStateException("a write without an item");
        }
        return body;
    }

    private ItemBody patched(Document current, ReadView reading) {
        if (patch == null) {
            throw new IllegalStateException("a patch without operations");
        }
        conditions.require(current);
        return patch.apply(container, current, reading);
    }

    private Document there(@Nullable Document current) {
        if (current == null) {
            throw CosmosErrors.notFound();
        }
        return current;
    }

    private Decision create(@Nullable Document current, ReadView reading) {
        if (current != null) {
            throw CosmosErrors.exists();
        }
        Lifetime lifetime = sent().lifetime(container.definition().isTtlOn());
        if (fresh == NO_NUMBER) {
            fresh = numbers.next();
        }
        number = fresh;
        status = 201;
        charge = ItemCharges.create(container.items(), sent().text(), lifetime);
        return put(sent(), lifetime, reading);
    }

    private Decision replace(Document current, ItemBody next, ReadView reading) {
        conditions.require(current);
        Lifetime lifetime = next.lifetime(container.definition().isTtlOn());
        number = ItemRid.number(current);
        status = 200;
        charge = ItemCharges.replace(container.items(), next.text(), lifetime);
        return put(next, lifetime, reading);
    }

    private Decision put(ItemBody next, Lifetime lifetime, ReadView reading) {
        written = next;
        modified = reading.now();
        return new Decision.Put(next.text(), lifetime, ItemRid.stamp(number));
    }

    private Decision delete(Document current) {
        conditions.require(current);
        status = 204;
        number = ItemRid.number(current);
        charge = ItemCharges.delete(container.items(), current);
        return Decision.REMOVE;
    }
}
