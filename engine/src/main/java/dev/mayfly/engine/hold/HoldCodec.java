package dev.mayfly.engine.hold;

import dev.mayfly.base.document.BsonEncoding;
import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.engine.format.Layout;
import dev.mayfly.store.api.Cursor;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.KeyRange;
import dev.mayfly.store.api.Partition;
import dev.mayfly.store.api.Reader;
import dev.mayfly.store.api.Space;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonBinary;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonString;

/** Holds as they lie in the store: one record each, as BSON. */
public final class HoldCodec {
    private HoldCodec() {}

    public static byte[] encode(Hold hold) {
        BsonDocument document = new BsonDocument("name", new BsonString(hold.name()))
                .append("reason", new BsonString(hold.reason()))
                .append("at", new BsonInt64(hold.at()))
                .append("by", new BsonString(hold.by()));
        DocumentKey key = hold.key();
        if (key != null) {
            document.append("key", new BsonBinary(key.bytes()));
        }
        return BsonEncoding.encode(document);
    }

    private static Hold decode(byte[] bytes) {
        BsonDocument document = BsonEncoding.decode(bytes);
        boolean whole = !document.containsKey("key");
        return new Hold(
                document.getString("name").getValue(),
                whole ? null : new DocumentKey(document.getBinary("key").getData()),
                document.getString("reason").getValue(),
                document.getInt64("at").getValue(),
                document.getString("by").getValue());
    }

    public static Holds restore(Reader store, Partition partition) {
        List<Hold> holds = new ArrayList<>();
        KeyRange range = KeyRange.prefix(new byte[] {Layout.HOLD});
        try (Cursor cursor = store.scan(partition, Space.META, range, Direction.FORWARD, Reader.UNLIMITED)) {
            while (cursor.next()) {
                holds.add(decode(cursor.value()));
            }
        }
        return holds.isEmpty() ? Holds.NONE : Holds.of(holds);
    }
}
