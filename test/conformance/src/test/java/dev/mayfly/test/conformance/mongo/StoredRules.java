package dev.mayfly.test.conformance.mongo;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mayfly.base.document.BsonEncoding;
import dev.mayfly.engine.Collection;
import dev.mayfly.store.api.Cursor;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.Durability;
import dev.mayfly.store.api.KeyRange;
import dev.mayfly.store.api.Partition;
import dev.mayfly.store.api.Reader;
import dev.mayfly.store.api.Space;
import dev.mayfly.store.api.Store;
import dev.mayfly.store.api.WriteBatch;
import dev.mayfly.store.rocksdb.RocksStore;
import dev.mayfly.test.conformance.driver.LocalServer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** The catalog of a folder on which no server runs, as something that is not ours may have left it. */
final class StoredRules {
    private StoredRules() {}

    /** Puts something else in the place of the seconds of every rule of the collection. */
    static void replaceSeconds(Path folder, @Nullable Object seconds) {
        try (Store store = RocksStore.open(folder)) {
            WriteBatch batch = new WriteBatch();
            try (Cursor cursor = store.scan(
                    Partition.CATALOG, Space.META, KeyRange.prefix(new byte[0]), Direction.FORWARD, Reader.UNLIMITED)) {
                while (cursor.next()) {
                    byte[] value = cursor.value();
                    if (new String(value, StandardCharsets.ISO_8859_1).contains("rules")) {
                        batch.put(Space.META, cursor.key(), changed(value, bson(seconds)));
                    }
                }
            }
            assertEquals(1, batch.writes().size());
            store.commit(Partition.CATALOG, batch, List.of(), Durability.SYNCED);
        }
    }

    /** Returns true if the rules of the server's only collection make no sense to it. */
    static boolean isUnreadable(LocalServer server) {
        Collection only = server.server().engine().catalog().all().getFirst();
        return only.record().policy().current().isUnreadable();
    }

    private static byte[] changed(byte[] record, BsonValue seconds) {
        BsonDocument document = BsonEncoding.decode(record);
        BsonArray rules = document.getDocument("policy").getDocument("current").getArray("rules");
        rules.forEach(rule -> rule.asDocument().put("seconds", seconds));
        return BsonEncoding.encode(document);
    }

    private static BsonValue bson(@Nullable Object value) {
        return switch (value) {
            case null -> BsonNull.VALUE;
            case Double number -> new BsonDouble(number);
            case Integer number -> new BsonInt32(number);
            default -> new BsonString(value.toString());
        };
    }
}
