package dev.mayfly.face.cosmos.item;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.base.document.Lifetime;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.Engine;
import dev.mayfly.engine.document.Decision;
import dev.mayfly.engine.read.Document;
import dev.mayfly.face.cosmos.partition.ItemKey;
import dev.mayfly.face.cosmos.resource.Container;
import dev.mayfly.face.cosmos.resource.ItemRid;
import dev.mayfly.face.cosmos.resource.Metadata;
import org.jspecify.annotations.Nullable;

/**
 * Items that come from elsewhere, checked as those of clients are. An item that replaces one keeps its {@code _rid}, any
 * other gets its own. Safe for concurrent use.
 */
public final class ItemImport {
    private final ItemNumbers numbers;

    public ItemImport(Engine engine) {
        this.numbers = new ItemNumbers(engine.records(Metadata.FACE));
    }

    /** An item that may be written. */
    public record Read(DocumentKey key, Decision.Put put) {}

    /**
     * Reads an item.
     *
     * @param known the lifetime that it had; null for the item's own
     * @throws dev.mayfly.face.cosmos.error.CosmosException if it must not be stored
     */
    public Read read(Collection target, byte[] json, @Nullable Lifetime known) {
        Container container = Container.of(target, target.record().options());
        ItemBody body = ItemBody.parse(json);
        DocumentKey key = ItemKey.of(body.partition(container.items().partition()), body.id());
        Lifetime lifetime = known == null ? body.lifetime(container.definition().isTtlOn()) : known;
        Document there = target.get(target.reading(), key);
        long number = there == null ? numbers.next() : ItemRid.number(there);
        return new Read(key, new Decision.Put(body.text(), lifetime, ItemRid.stamp(number)));
    }
}
