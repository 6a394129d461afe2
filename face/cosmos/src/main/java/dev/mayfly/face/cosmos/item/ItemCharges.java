package dev.mayfly.face.cosmos.item;

import dev.mayfly.base.document.Lifetime;
import dev.mayfly.engine.read.Document;
import dev.mayfly.face.cosmos.http.RequestUnits;
import dev.mayfly.face.cosmos.resource.ItemForm;

/**
 * The cost of operations on single items. A time to live adds nothing, neither by its text nor as an indexed value.
 */
final class ItemCharges {
    private static final int TTL_BYTES = ",\"ttl\":".length();

    private ItemCharges() {}

    static double read(Document item) {
        return RequestUnits.read(item.bodyLength() - ttlBytes(item.stamp().lifetime()));
    }

    static double create(ItemForm form, byte[] text, Lifetime lifetime) {
        return RequestUnits.create(text.length - ttlBytes(lifetime), indexedPaths(form, text, lifetime));
    }

    static double replace(ItemForm form, byte[] text, Lifetime lifetime) {
        return RequestUnits.replace(text.length - ttlBytes(lifetime), indexedPaths(form, text, lifetime));
    }

    static double delete(ItemForm form, Document item) {
        Lifetime lifetime = item.stamp().lifetime();
        return RequestUnits.delete(item.bodyLength() - ttlBytes(lifetime), indexedPaths(form, item.body(), lifetime));
    }

    private static int indexedPaths(ItemForm form, byte[] text, Lifetime lifetime) {
        if (!form.isIndexed()) {
            return 0;
        }
        return IndexedPaths.count(text) - (lifetime instanceof Lifetime.Inherit ? 0 : 1);
    }

    private static int ttlBytes(Lifetime lifetime) {
        return switch (lifetime) {
            case Lifetime.Inherit _, Lifetime.Until _ -> 0;
            case Lifetime.Forever _ -> TTL_BYTES + 2;
            case Lifetime.For own -> TTL_BYTES + Long.toString(own.seconds()).length();
        };
    }
}
