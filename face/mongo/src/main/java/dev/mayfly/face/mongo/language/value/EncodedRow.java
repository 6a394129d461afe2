package dev.mayfly.face.mongo.language.value;

import dev.mayfly.base.document.BsonEncoding;
import dev.mayfly.base.document.BsonView;
import org.bson.BsonDocument;

/** Documents that a client's expressions have made, as bytes. */
public final class EncodedRow {
    /** Limit on a document in an answer: the size of a stored one, plus a little for what surrounds it. */
    public static final int BYTES_MAX = (16 << 20) + (16 << 10);

    private EncodedRow() {}

    /** Refuses a document that is too large before it is written: its parts may be shared, and it no larger than they. */
    public static BsonView of(BsonDocument row) {
        if (BsonSize.certainlyExceeds(row, BYTES_MAX)) {
            throw QueryRefusals.tooLarge(BYTES_MAX + 1);
        }
        byte[] bytes = BsonEncoding.encode(row);
        if (bytes.length > BYTES_MAX) {
            throw QueryRefusals.tooLarge(bytes.length);
        }
        return BsonView.of(bytes);
    }
}
