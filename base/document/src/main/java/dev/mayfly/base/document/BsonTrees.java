package dev.mayfly.base.document;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.bson.BsonArray;
import org.bson.BsonBinary;
import org.bson.BsonBoolean;
import org.bson.BsonDateTime;
import org.bson.BsonDbPointer;
import org.bson.BsonDecimal128;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonJavaScript;
import org.bson.BsonJavaScriptWithScope;
import org.bson.BsonMaxKey;
import org.bson.BsonMinKey;
import org.bson.BsonNull;
import org.bson.BsonObjectId;
import org.bson.BsonRegularExpression;
import org.bson.BsonString;
import org.bson.BsonSymbol;
import org.bson.BsonTimestamp;
import org.bson.BsonUndefined;
import org.bson.BsonValue;
import org.bson.types.ObjectId;

/** Builds trees from BSON bytes. The depth is bounded by the validator, so it may recurse. */
final class BsonTrees {
    /** The binary subtype that repeats its length inside its data. */
    static final byte OLD_BINARY = 2;

    private BsonTrees() {}

    static BsonValue tree(BsonView view) {
        return switch (view.type()) {
            case MIN_KEY -> new BsonMinKey();
            case MAX_KEY -> new BsonMaxKey();
            case UNDEFINED -> new BsonUndefined();
            case NULL -> BsonNull.VALUE;
            case INT32 -> new BsonInt32(view.intValue());
            case INT64 -> new BsonInt64(view.longValue());
            case DOUBLE -> new BsonDouble(view.doubleValue());
            case DECIMAL128 -> new BsonDecimal128(view.decimalValue());
            case STRING -> new BsonString(view.stringValue());
            case SYMBOL -> new BsonSymbol(view.stringValue());
            case OBJECT -> document(view.fields());
            case ARRAY -> array(view.fields());
            case BINARY -> binary(view.bytes(), view.offset());
            case OBJECT_ID -> new BsonObjectId(view.objectIdValue());
            case BOOLEAN -> BsonBoolean.valueOf(view.booleanValue());
            case DATE -> new BsonDateTime(view.dateMillis());
            case TIMESTAMP -> new BsonTimestamp(BsonLayout.longAt(view.bytes(), view.offset()));
            case REGEX -> regex(view.bytes(), view.offset());
            case DB_POINTER -> pointer(view);
            case JAVASCRIPT -> new BsonJavaScript(Utf8.string(view.bytes(), view.textFrom(), view.textUntil()));
            case JAVASCRIPT_WITH_SCOPE -> scoped(view.bytes(), view.offset());
        };
    }

    static BsonDocument document(View.Fields fields) {
        BsonDocument document = new BsonDocument();
        while (fields.next()) {
            document.put(fields.name(), fields.value().toBsonValue());
        }
        return document;
    }

    static BsonArray array(View.Fields fields) {
        BsonArray array = new BsonArray();
        while (fields.next()) {
            array.add(fields.value().toBsonValue());
        }
        return array;
    }

    private static BsonBinary binary(byte[] bytes, int at) {
        byte subtype = bytes[at + 4];
        int from = subtype == OLD_BINARY ? at + 9 : at + 5;
        return new BsonBinary(subtype, Arrays.copyOfRange(bytes, from, at + 5 + BsonLayout.intAt(bytes, at)));
    }

    /** The subtype and all bytes after it, as BSON writes them: the old subtype repeats its length. */
    static byte[] rawBinary(View view) {
        if (view instanceof BsonView bson) {
            return Arrays.copyOfRange(bson.bytes(), bson.offset() + 4, bson.offset() + bson.length());
        }
        BsonBinary binary = view.toBsonValue().asBinary();
        byte[] data = binary.getData();
        int header = binary.getType() == OLD_BINARY ? 5 : 1;
        ByteBuffer raw = ByteBuffer.allocate(header + data.length).order(ByteOrder.LITTLE_ENDIAN);
        raw.put(binary.getType());
        if (header == 5) {
            raw.putInt(data.length);
        }
        return raw.put(data).array();
    }

    private static BsonRegularExpression regex(byte[] bytes, int at) {
        int patternEnd = BsonLayout.terminator(bytes, at);
        int optionsEnd = BsonLayout.terminator(bytes, patternEnd + 1);
        return new BsonRegularExpression(
                Utf8.string(bytes, at, patternEnd), Utf8.string(bytes, patternEnd + 1, optionsEnd));
    }

    private static BsonDbPointer pointer(BsonView view) {
        int idAt = view.textUntil() + 1;
        return new BsonDbPointer(
                Utf8.string(view.bytes(), view.textFrom(), view.textUntil()),
                new ObjectId(Arrays.copyOfRange(view.bytes(), idAt, idAt + 12)));
    }

    private static BsonJavaScriptWithScope scoped(byte[] bytes, int at) {
        BsonView code = BsonView.ofValue(BsonLayout.STRING, bytes, at + 4);
        BsonView scope = BsonView.of(bytes, at + 4 + code.length());
        return new BsonJavaScriptWithScope(code.stringValue(), document(scope.fields()));
    }
}
