package dev.mayfly.face.mongo.query;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.base.query.IndexRange;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.read.Document;
import dev.mayfly.engine.read.DocumentCursor;
import dev.mayfly.engine.read.ReadView;
import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import dev.mayfly.face.mongo.collection.CappedLimits;
import dev.mayfly.face.mongo.language.plan.Plan;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.KeyRange;
import java.util.HexFormat;
import java.util.List;
import org.bson.BsonBinary;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * The position of a scan behind a document, as {@code postBatchResumeToken} gives it to clients.
 *
 * @param position the document's encoded id, or its stamp in a capped collection; empty for the beginning. Not to be
 *     changed
 */
public record ScanToken(byte[] position) {
    static final ScanToken BEGINNING = new ScanToken(new byte[0]);

    private static final String RECORD_ID = "$recordId";

    /** @throws CommandError if the value is no token */
    public static ScanToken of(BsonDocument token, String field) {
        BsonValue id = token.get(RECORD_ID);
        if (token.size() != 1 || id == null || !(id.isNull() || id.isBinary())) {
            throw new CommandError(
                    MongoCode.BAD_VALUE,
                    "Malformed resume token: the '" + field
                            + "' object must contain exactly one field named '$recordId',"
                            + " of a type that the server has given");
        }
        return id.isNull() ? BEGINNING : new ScanToken(id.asBinary().getData());
    }

    static byte[] positionOf(Document document, boolean isCapped) {
        return isCapped ? document.face() : document.key().bytes();
    }

    BsonDocument toBson() {
        return new BsonDocument(RECORD_ID, position.length == 0 ? BsonNull.VALUE : new BsonBinary(position));
    }

    String recordId() {
        return HexFormat.of().formatHex(position);
    }

    /**
     * Returns the scan's plan from here on.
     *
     * @param plan of the scan from the beginning
     * @param includes whether the document at the position is returned as well, and need not be there
     * @throws CommandError if the document is needed and gone
     */
    public Plan resumed(Collection collection, ReadView reading, Plan.CollectionScan plan, boolean includes) {
        if (position.length == 0) {
            return plan;
        }
        CappedLimits capped = CappedLimits.of(reading.record());
        if (!includes && !isThere(collection, reading, capped)) {
            throw new CommandError(
                    MongoCode.KEY_NOT_FOUND,
                    "Failed to resume collection scan: the recordId from which we are attempting to resume no longer"
                            + " exists in the collection: " + recordId());
        }
        return capped == null
                ? new Plan.KeyRangeScan(ranges(plan.backward(), includes), plan.backward(), plan.filter(), true)
                : new Plan.IndexScan(
                        capped.order().name(),
                        ranges(plan.backward(), includes),
                        plan.backward(),
                        plan.filter(),
                        true,
                        false);
    }

    private boolean isThere(Collection collection, ReadView reading, @Nullable CappedLimits capped) {
        if (capped == null) {
            return collection.get(reading, new DocumentKey(position)) != null;
        }
        try (DocumentCursor at =
                collection.scan(reading, capped.order(), List.of(KeyRange.prefix(position)), Direction.FORWARD)) {
            return at.next() != null;
        }
    }

    /** The keys before or behind the position; an entry of an index has its document's key behind the position. */
    private List<IndexRange> ranges(boolean backward, boolean includes) {
        byte[] behind = IndexRange.prefix(position).until();
        if (backward) {
            return List.of(new IndexRange(new byte[0], includes ? behind : position));
        }
        if (includes) {
            return List.of(new IndexRange(position, null));
        }
        return behind == null ? List.of() : List.of(new IndexRange(behind, null));
    }
}
