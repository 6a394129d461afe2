package dev.mayfly.face.cosmos.item;

import dev.mayfly.engine.read.Document;
import dev.mayfly.face.cosmos.http.RequestUnits;
import dev.mayfly.face.cosmos.resource.Etag;
import dev.mayfly.face.cosmos.resource.ItemForm;
import dev.mayfly.face.cosmos.resource.ItemRid;
import org.jspecify.annotations.Nullable;

/**
 * The result of an operation on one item.
 *
 * @param status of HTTP
 * @param charge in request units
 * @param text the item without the properties of the server; null if there is none to show
 * @param number of the item in its container
 * @param modified milliseconds since the epoch
 */
record ItemResult(int status, double charge, byte @Nullable [] text, long number, long version, long modified) {
    /** Returns the result of a read. */
    static ItemResult read(Document item) {
        return new ItemResult(
                200,
                ItemCharges.read(item),
                item.body(),
                ItemRid.number(item),
                item.version(),
                item.stamp().modified());
    }

    static ItemResult notModified(Document item) {
        return new ItemResult(
                304,
                RequestUnits.MISS,
                null,
                ItemRid.number(item),
                item.version(),
                item.stamp().modified());
    }

    /** The same, under the version that the whole it belongs to got in the end. */
    ItemResult withVersion(long last) {
        return new ItemResult(status, charge, text, number, last, modified);
    }

    /** Null for an item that is gone. */
    @Nullable
    String etag() {
        return status == 204 ? null : Etag.of(version);
    }

    /** The item as clients see it, or null. */
    byte @Nullable [] shown(ItemForm form) {
        return text == null ? null : form.properties().append(text, 0, text.length, number, version, modified);
    }
}
