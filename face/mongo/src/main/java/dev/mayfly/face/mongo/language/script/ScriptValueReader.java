package dev.mayfly.face.mongo.language.script;

import dev.mayfly.base.document.JsonFields;
import dev.mayfly.base.document.JsonValidator;
import dev.mayfly.base.document.JsonView;
import dev.mayfly.base.document.MalformedDocumentException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.bson.BsonArray;
import org.bson.BsonBinary;
import org.bson.BsonBoolean;
import org.bson.BsonDateTime;
import org.bson.BsonDecimal128;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonJavaScript;
import org.bson.BsonMaxKey;
import org.bson.BsonMinKey;
import org.bson.BsonNull;
import org.bson.BsonObjectId;
import org.bson.BsonRegularExpression;
import org.bson.BsonString;
import org.bson.BsonTimestamp;
import org.bson.BsonUndefined;
import org.bson.BsonValue;
import org.bson.types.Decimal128;
import org.bson.types.ObjectId;

/** Reads what functions in JavaScript return, in the notation of {@link ScriptValueWriter}. A client's script may have made it up. */
final class ScriptValueReader {
    private static final int DEPTH_MAX = 400;
    private static final String MARK = "\0";

    private ScriptValueReader() {}

    /** @throws IllegalArgumentException if it is no value of BSON */
    static BsonValue read(String json) {
        byte[] text = json.getBytes(StandardCharsets.UTF_8);
        try {
            JsonValidator.validate(text, 0, text.length, DEPTH_MAX);
        } catch (MalformedDocumentException malformed) {
            throw new IllegalArgumentException("no JSON", malformed);
        }
        return value(JsonView.of(text));
    }

    private static BsonValue value(JsonView view) {
        return switch (view.type()) {
            case OBJECT -> object(view);
            case ARRAY -> array(view);
            case STRING -> new BsonString(view.stringValue());
            case BOOLEAN -> BsonBoolean.valueOf(view.booleanValue());
            case INT32, INT64, DOUBLE -> new BsonDouble(view.doubleValue());
            default -> BsonNull.VALUE;
        };
    }

    private static BsonArray array(JsonView view) {
        BsonArray array = new BsonArray();
        JsonFields elements = view.fields();
        while (elements.next()) {
            array.add(value(elements.value()));
        }
        return array;
    }

    private static BsonValue object(JsonView view) {
        BsonDocument document = new BsonDocument();
        JsonFields members = view.fields();
        while (members.next()) {
            String name = members.name();
            if (name.equals(MARK)) {
                return special(members.value().stringValue());
            }
            if (name.indexOf('\0') >= 0) {
                throw new IllegalArgumentException("a name with an embedded null byte");
            }
            document.put(name, value(members.value()));
        }
        return document;
    }

    private static BsonValue special(String text) {
        if (text.isEmpty()) {
            throw new IllegalArgumentException("a value without a kind");
        }
        String rest = text.substring(1);
        return switch (text.charAt(0)) {
            case 'n' -> number(rest);
            case 'i' -> new BsonInt32(Integer.parseInt(rest));
            case 'l' -> new BsonInt64(Long.parseLong(rest));
            case 'e' -> new BsonDecimal128(Decimal128.parse(rest));
            case 'd' -> rest.equals("NaN") ? BsonNull.VALUE : new BsonDateTime((long) Double.parseDouble(rest));
            case 'o' -> new BsonObjectId(new ObjectId(rest));
            case 'b' ->
                new BsonBinary(
                        (byte) Integer.parseInt(before(rest)),
                        Base64.getDecoder().decode(behind(rest)));
            case 't' ->
                new BsonTimestamp(Integer.parseUnsignedInt(before(rest)), Integer.parseUnsignedInt(behind(rest)));
            case 'r' -> new BsonRegularExpression(behind(rest), before(rest));
            case 'c' -> new BsonJavaScript(rest);
            case '<' -> new BsonMinKey();
            case '>' -> new BsonMaxKey();
            case 'u' -> new BsonUndefined();
            default -> throw new IllegalArgumentException("a value of an unknown kind");
        };
    }

    /** JavaScript has doubles alone. */
    private static BsonDouble number(String text) {
        return new BsonDouble(
                switch (text) {
                    case "Infinity" -> Double.POSITIVE_INFINITY;
                    case "-Infinity" -> Double.NEGATIVE_INFINITY;
                    default -> Double.parseDouble(text);
                });
    }

    private static String before(String text) {
        return text.substring(0, Math.max(0, text.indexOf(':')));
    }

    private static String behind(String text) {
        return text.substring(text.indexOf(':') + 1);
    }
}
