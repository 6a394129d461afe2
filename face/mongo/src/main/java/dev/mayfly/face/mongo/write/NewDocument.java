package dev.mayfly.face.mongo.write;

import dev.mayfly.base.document.BsonView;
import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.base.document.Stamp;
import dev.mayfly.base.document.View;
import dev.mayfly.engine.document.Decision;
import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import dev.mayfly.face.mongo.collection.Lifetimes;
import dev.mayfly.face.mongo.wire.BsonBuilder;
import java.util.Arrays;
import org.bson.BsonObjectId;
import org.bson.BsonType;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * A document that is to be stored for the first time: checked, and its {@code _id} in front.
 *
 * <p>Hot: a document that comes as it is to be kept is walked once over its fields and copied once.
 */
record NewDocument(DocumentKey key, Decision.Put put) {
    /** The largest document a client may store. */
    static final int BYTES_MAX = 16 << 20;

    private static final String ID = "_id";
    private static final byte TIMESTAMP = (byte) BsonType.TIMESTAMP.getValue();

    /**
     * Makes a document ready.
     *
     * @throws CommandError when it must not be stored
     */
    static NewDocument of(BsonView document, long nowMillis, Lifetimes lifetimes) {
        int length = document.length();
        if (length > BYTES_MAX) {
            throw new CommandError(
                    MongoCode.BSON_OBJECT_TOO_LARGE,
                    "object to insert too large. size in bytes: " + length + ", max size: " + BYTES_MAX);
        }
        Shape shape = Shape.of(document);
        if (shape.idLeads && !shape.leavesTimestamps) {
            int from = document.offset();
            return ready(Arrays.copyOfRange(document.bytes(), from, from + length), lifetimes);
        }
        return ready(rebuilt(document, shape, nowMillis), lifetimes);
    }

    private static NewDocument ready(byte[] body, Lifetimes lifetimes) {
        BsonView view = BsonView.of(body);
        View.Fields fields = view.fields();
        fields.next();
        DocumentKey key = IdRules.key((BsonView) fields.value());
        return new NewDocument(key, new Decision.Put(body, lifetimes.of(view), Stamp.NO_FACE_BYTES));
    }

    /** Returns the id, as a value. */
    BsonValue id() {
        View.Fields fields = BsonView.of(put.body()).fields();
        fields.next();
        return fields.value().toBsonValue();
    }

    /** The facts to be known of a document before it is taken over. */
    private record Shape(@Nullable BsonView id, boolean idLeads, boolean leavesTimestamps) {
        static Shape of(BsonView document) {
            byte[] bytes = document.bytes();
            int first = document.offset() + 4;
            BsonView id = null;
            boolean leads = false;
            boolean leaves = false;
            int at = first;
            while (bytes[at] != 0) {
                int nameEnd = at + 1;
                while (bytes[nameEnd] != 0) {
                    nameEnd++;
                }
                BsonView value = BsonView.ofValue(bytes[at], bytes, nameEnd + 1);
                if (isId(bytes, at + 1, nameEnd)) {
                    if (id != null) {
                        throw new CommandError(MongoCode.BAD_VALUE, "can't have multiple _id fields in one document");
                    }
                    id = value;
                    leads = at == first;
                } else if (bytes[at] == TIMESTAMP) {
                    leaves |= isLeft(value);
                }
                at = nameEnd + 1 + value.length();
            }
            return new Shape(id, leads, leaves);
        }
    }

    private static boolean isId(byte[] bytes, int from, int until) {
        return until - from == 3 && bytes[from] == '_' && bytes[from + 1] == 'i' && bytes[from + 2] == 'd';
    }

    /** A timestamp of nothing but zeros is to be filled in. */
    private static boolean isLeft(BsonView value) {
        for (int i = 0; i < 8; i++) {
            if (value.bytes()[value.offset() + i] != 0) {
                return false;
            }
        }
        return true;
    }

    private static byte[] rebuilt(BsonView document, Shape shape, long nowMillis) {
        BsonBuilder builder = BsonBuilder.expecting(document.length());
        if (shape.id == null) {
            builder.value(ID, new BsonObjectId(NewIds.objectId(nowMillis)));
        } else {
            builder.raw(ID, shape.id);
        }
        View.Fields fields = document.fields();
        while (fields.next()) {
            String name = fields.name();
            BsonView value = (BsonView) fields.value();
            if (name.equals(ID)) {
                continue;
            }
            if (value.bsonType() == TIMESTAMP && isLeft(value)) {
                builder.timestamp(name, NewIds.timestamp(nowMillis));
            } else {
                builder.raw(name, value);
            }
        }
        return builder.finish();
    }
}
