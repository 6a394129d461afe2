package dev.mayfly.face.mongo.collection;

import dev.mayfly.base.document.BsonEncoding;
import dev.mayfly.base.document.Lifetime;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.FaceRecords;
import dev.mayfly.engine.catalog.IndexDefinition;
import dev.mayfly.engine.document.Decision;
import dev.mayfly.engine.read.Document;
import dev.mayfly.engine.read.DocumentCursor;
import dev.mayfly.engine.read.ReadView;
import dev.mayfly.engine.write.WriteRequest;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.Durability;
import dev.mayfly.store.api.KeyRange;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** Makes a capped collection of another: its documents come in the order of their ids, and lose all other indexes. */
final class CappedConversion {
    /*
     * Once the index of the order exists, new documents are stamped with numbers above all that old ones get here. Only
     * when all are stamped does the collection report that it is capped and is it read in that order. The record
     * remains until the conversion is done, so that the next process continues where this one stopped.
     */
    private static final String RECORD = "convertToCapped.";

    private final Collection collection;
    private final FaceRecords records;
    private final String record;

    CappedConversion(Collection collection, FaceRecords records) {
        this.collection = collection;
        this.records = records;
        this.record = RECORD + collection.record().id();
    }

    void run(BsonValue size) {
        records.put(record, BsonEncoding.encode(new BsonDocument("size", size)));
        finish(size);
    }

    /** Continues the conversions that an earlier process began. */
    void recover() {
        byte[] begun = records.get(record);
        if (begun != null) {
            finish(Objects.requireNonNull(BsonEncoding.decode(begun).get("size"), "size"));
        }
    }

    private void finish(BsonValue size) {
        for (IndexDefinition index : IndexListing.made(collection.record())) {
            collection.definition().dropIndex(index.name());
        }
        if (CappedLimits.of(collection.record()) == null) {
            collection.definition().createIndex(CappedLimits.orderRequest());
        }
        stampAll();
        BsonDocument options = CollectionSettings.options(collection.record());
        options.append("capped", BsonBoolean.TRUE).append("size", size);
        collection.definition().alterOptions(CollectionSettings.replaced(collection.record(), options));
        shrink();
        records.delete(record);
    }

    private void stampAll() {
        long number = 0;
        ReadView reading = collection.reading();
        try (DocumentCursor all = collection.scan(reading, List.of(KeyRange.ALL), Direction.FORWARD)) {
            for (Document found = all.next(); found != null; found = all.next()) {
                number++;
                if (found.face().length == 0) {
                    stamp(found, number);
                }
            }
        }
    }

    private void stamp(Document found, long number) {
        byte[] stamp =
                ByteBuffer.allocate(CappedLimits.STAMP_BYTES).putLong(number).array();
        collection.write(
                found.key(),
                Durability.LOGGED,
                (current, _) -> current == null || current.face().length > 0
                        ? Decision.KEEP
                        : new Decision.Put(current.body(), Lifetime.INHERIT, stamp));
    }

    private void shrink() {
        ReadView reading = collection.reading();
        CappedLimits capped = CappedLimits.of(reading.record());
        if (capped == null) {
            return;
        }
        long bytes = CappedLimits.bytes(collection);
        List<WriteRequest> oldest = new ArrayList<>();
        try (DocumentCursor all = collection.scan(reading, capped.order(), List.of(KeyRange.ALL), Direction.FORWARD)) {
            for (Document old = all.next(); old != null && bytes > capped.size(); old = all.next()) {
                bytes -= old.bodyLength();
                oldest.add(new WriteRequest(old.key(), (_, _) -> Decision.REMOVE));
            }
        }
        collection.writeAll(oldest, false, Durability.LOGGED);
    }
}
