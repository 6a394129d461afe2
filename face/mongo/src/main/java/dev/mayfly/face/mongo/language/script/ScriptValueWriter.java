package dev.mayfly.face.mongo.language.script;

import java.util.Base64;
import java.util.Map;
import org.bson.BsonBinary;
import org.bson.BsonRegularExpression;
import org.bson.BsonValue;

/**
 * Writes values of BSON as JSON for functions in JavaScript. What JSON does not have is an object with one name that no
 * field of BSON can have. Used once.
 */
final class ScriptValueWriter {
    /** The name, as a part of JSON text. */
    static final String MARK = "\\u0000";

    private final StringBuilder out = new StringBuilder(256);

    /** The arguments of a call. */
    static String call(BsonValue self, Iterable<? extends BsonValue> arguments) {
        ScriptValueWriter writer = new ScriptValueWriter();
        writer.out.append("{\"self\":");
        writer.value(self);
        writer.out.append(",\"args\":[");
        String between = "";
        for (BsonValue argument : arguments) {
            writer.out.append(between);
            writer.value(argument);
            between = ",";
        }
        return writer.out.append("]}").toString();
    }

    /** One value. */
    static String text(BsonValue value) {
        ScriptValueWriter writer = new ScriptValueWriter();
        writer.value(value);
        return writer.out.toString();
    }

    private void value(BsonValue value) {
        switch (value.getBsonType()) {
            case DOCUMENT -> document(value);
            case ARRAY -> array(value);
            case STRING -> string(value.asString().getValue());
            case SYMBOL -> string(value.asSymbol().getSymbol());
            case BOOLEAN -> out.append(value.asBoolean().getValue());
            case NULL -> out.append("null");
            case INT32 -> out.append(value.asInt32().getValue());
            case DOUBLE -> number(value.asDouble().getValue());
            case INT64 -> special('l', Long.toString(value.asInt64().getValue()));
            case DECIMAL128 -> special('e', value.asDecimal128().getValue().toString());
            case DATE_TIME -> special('d', Long.toString(value.asDateTime().getValue()));
            case OBJECT_ID -> special('o', value.asObjectId().getValue().toHexString());
            case TIMESTAMP ->
                special(
                        't',
                        Integer.toUnsignedString(value.asTimestamp().getTime()) + ":"
                                + Integer.toUnsignedString(value.asTimestamp().getInc()));
            case BINARY -> binary(value.asBinary());
            case REGULAR_EXPRESSION -> regex(value.asRegularExpression());
            case JAVASCRIPT -> special('c', value.asJavaScript().getCode());
            case JAVASCRIPT_WITH_SCOPE ->
                special('c', value.asJavaScriptWithScope().getCode());
            case MIN_KEY -> special('<', "");
            case MAX_KEY -> special('>', "");
            case DB_POINTER -> special('o', value.asDBPointer().getId().toHexString());
            case UNDEFINED, END_OF_DOCUMENT -> special('u', "");
        }
    }

    private void document(BsonValue value) {
        out.append('{');
        String between = "";
        for (Map.Entry<String, BsonValue> entry : value.asDocument().entrySet()) {
            out.append(between);
            string(entry.getKey());
            out.append(':');
            value(entry.getValue());
            between = ",";
        }
        out.append('}');
    }

    private void array(BsonValue value) {
        out.append('[');
        String between = "";
        for (BsonValue element : value.asArray()) {
            out.append(between);
            value(element);
            between = ",";
        }
        out.append(']');
    }

    private void number(double value) {
        boolean isPlain = !Double.isNaN(value) && !Double.isInfinite(value) && !(value == 0 && 1 / value < 0);
        if (isPlain) {
            out.append(value);
        } else {
            special('n', value == 0 ? "-0" : Double.toString(value));
        }
    }

    private void binary(BsonBinary binary) {
        special('b', (binary.getType() & 0xff) + ":" + Base64.getEncoder().encodeToString(binary.getData()));
    }

    private void regex(BsonRegularExpression regex) {
        special('r', regex.getOptions() + ":" + regex.getPattern());
    }

    private void special(char kind, String text) {
        out.append("{\"").append(MARK).append("\":");
        string(kind + text);
        out.append('}');
    }

    private void string(String text) {
        out.append('"');
        for (int at = 0; at < text.length(); at++) {
            char c = text.charAt(at);
            if (c == '"' || c == '\\') {
                out.append('\\').append(c);
            } else if (c < ' ' || Character.isSurrogate(c)) {
                out.append(String.format("\\u%04x", (int) c));
            } else {
                out.append(c);
            }
        }
        out.append('"');
    }
}
