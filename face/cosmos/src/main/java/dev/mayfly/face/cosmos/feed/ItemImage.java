package dev.mayfly.face.cosmos.feed;

import dev.mayfly.base.document.FieldPath;
import dev.mayfly.base.document.JsonView;
import dev.mayfly.base.document.PropertyBytes;
import dev.mayfly.base.document.Stamp;
import dev.mayfly.face.cosmos.resource.ItemForm;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * An item as it was before or after a change, as the history of its container keeps it.
 *
 * @param previous the version before the change, 0 if there was no item
 * @param version the item's own, 0 where it is that of the change
 * @param number the item's in its container
 */
record ItemImage(long previous, long version, long modified, long number, byte[] body) {
    private static final int HEAD_BYTES = 4 * Long.BYTES;

    static ItemImage of(long previous, long version, Stamp stamp, byte[] body) {
        return new ItemImage(
                previous,
                version,
                stamp.modified(),
                ByteBuffer.wrap(stamp.face()).getLong(),
                body);
    }

    byte[] toBytes() {
        return ByteBuffer.allocate(HEAD_BYTES + body.length)
                .putLong(previous)
                .putLong(version)
                .putLong(modified)
                .putLong(number)
                .put(body)
                .array();
    }

    static ItemImage of(byte[] bytes) {
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        long previous = buffer.getLong();
        long version = buffer.getLong();
        long modified = buffer.getLong();
        long number = buffer.getLong();
        byte[] body = new byte[buffer.remaining()];
        buffer.get(body);
        return new ItemImage(previous, version, modified, number, body);
    }

    ItemImage without(List<FieldPath> properties) {
        return new ItemImage(previous, version, modified, number, PropertyBytes.withoutInJson(body, properties));
    }

    JsonView view() {
        return JsonView.of(body);
    }

    /** @param change the version of the change */
    byte[] shown(ItemForm form, long change) {
        return form.properties().appendWithLsn(body, 0, body.length, number, version == 0 ? change : version, modified);
    }
}
