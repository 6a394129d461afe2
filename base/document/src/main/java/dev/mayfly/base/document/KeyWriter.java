package dev.mayfly.base.document;

import java.util.Arrays;
import org.bson.BsonJavaScriptWithScope;
import org.bson.BsonRegularExpression;

/**
 * Writes values as bytes whose unsigned order is the order of the values. Not safe for concurrent use.
 *
 * <p>Hot: the common types of BSON bytes are copied without building a value.
 */
public final class KeyWriter {
    /*
     * Every encoding begins with a tag and says itself where it ends, and none is the beginning of another; so parts
     * may stand one after the other, and a part whose bytes are complemented sorts descending. The tags leave room
     * above and below: what compares a stored key with a made one may use 00 and FF as ends.
     *
     * null, undefined, least, greatest, true, false   tag
     * number         9 bytes, see NumberEncoding
     * string         tag, text (KeyBuffer.putText)
     * object         tag, for each field: bracket + 2, name as text, value; then 1
     * array          tag, values, then 1, which is below every tag
     * binary         tag, length (one byte, or FF and four), subtype, bytes
     * object id      tag, 12 bytes
     * date           tag, 8 bytes with the sign turned
     * timestamp      tag, 8 bytes
     * regex          tag, pattern as text, options as text
     * pointer        tag, length of all, namespace, id
     * code           tag, text; with scope: text and the fields of an object
     */
    static final int END = 0x01;
    private static final int BRACKET_BASE = 0x02;
    static final int MIN_KEY = 0x04;
    static final int UNDEFINED = 0x06;
    static final int NULL = 0x08;
    static final int STRING = 0x20;
    static final int OBJECT = 0x28;
    static final int ARRAY = 0x30;
    static final int BINARY = 0x38;
    static final int OBJECT_ID = 0x40;
    static final int FALSE = 0x48;
    static final int TRUE = 0x49;
    static final int DATE = 0x50;
    static final int TIMESTAMP = 0x58;
    static final int REGEX = 0x60;
    static final int DB_POINTER = 0x68;
    static final int JAVASCRIPT = 0x70;
    static final int JAVASCRIPT_WITH_SCOPE = 0x78;
    static final int MAX_KEY = 0x80;

    private final KeyBuffer out = new KeyBuffer();

    /** The encoding of one value, ascending. */
    public static byte[] encode(View value) {
        return new KeyWriter().append(value, false).toBytes();
    }

    public KeyWriter append(View value, boolean descending) {
        int from = out.size();
        value(value);
        if (descending) {
            out.complement(from);
        }
        return this;
    }

    /** Appends the encoding of a missing value. */
    public KeyWriter appendNull(boolean descending) {
        out.putByte(descending ? ~NULL : NULL);
        return this;
    }

    /** Appends the encoding of an empty array, and of undefined. */
    public KeyWriter appendUndefined(boolean descending) {
        out.putByte(descending ? ~UNDEFINED : UNDEFINED);
        return this;
    }

    /** A boolean, ascending. */
    public KeyWriter appendBoolean(boolean value) {
        out.putByte(value ? TRUE : FALSE);
        return this;
    }

    /** A number, ascending. */
    public KeyWriter appendDouble(double value) {
        NumberEncoding.appendDouble(out, value);
        return this;
    }

    /** A string, ascending. */
    public KeyWriter appendString(String text) {
        out.putByte(STRING);
        out.putText(Utf8.bytes(text));
        return this;
    }

    /** Bytes that were encoded before. */
    public KeyWriter appendEncoded(byte[] encoded) {
        out.put(encoded, 0, encoded.length);
        return this;
    }

    public byte[] toBytes() {
        return out.toBytes();
    }

    /** Begins a new key in the same buffer. */
    public KeyWriter reset() {
        out.clear();
        return this;
    }

    /** The least bytes with which an ascending encoding of the bracket of this type can begin. */
    public static byte[] bracketFrom(ValueType type) {
        return new byte[] {(byte) firstTag(type)};
    }

    /** The least bytes above every ascending encoding of the bracket of this type. */
    public static byte[] bracketUntil(ValueType type) {
        return new byte[] {(byte) (lastTag(type) + 1)};
    }

    private static int firstTag(ValueType type) {
        return switch (type) {
            case MIN_KEY -> MIN_KEY;
            case UNDEFINED -> UNDEFINED;
            case NULL -> NULL;
            case INT32, INT64, DOUBLE, DECIMAL128 -> NumberEncoding.TAG_NAN;
            case SYMBOL, STRING -> STRING;
            case OBJECT -> OBJECT;
            case ARRAY -> ARRAY;
            case BINARY -> BINARY;
            case OBJECT_ID -> OBJECT_ID;
            case BOOLEAN -> FALSE;
            case DATE -> DATE;
            case TIMESTAMP -> TIMESTAMP;
            case REGEX -> REGEX;
            case DB_POINTER -> DB_POINTER;
            case JAVASCRIPT -> JAVASCRIPT;
            case JAVASCRIPT_WITH_SCOPE -> JAVASCRIPT_WITH_SCOPE;
            case MAX_KEY -> MAX_KEY;
        };
    }

    private static int lastTag(ValueType type) {
        return type.isNumber() ? NumberEncoding.TAG_POSITIVE : type == ValueType.BOOLEAN ? TRUE : firstTag(type);
    }

    private void value(View value) {
        ValueType type = value.type();
        switch (type) {
            case MIN_KEY, UNDEFINED, NULL, MAX_KEY -> out.putByte(firstTag(type));
            case INT32, INT64, DOUBLE, DECIMAL128 -> NumberEncoding.append(out, value);
            case STRING, SYMBOL -> string(value);
            case OBJECT -> {
                out.putByte(OBJECT);
                fields(value.fields());
            }
            case ARRAY -> array(value.fields());
            case BINARY -> binary(BINARY, BsonTrees.rawBinary(value));
            case OBJECT_ID -> objectId(value);
            case BOOLEAN -> out.putByte(value.booleanValue() ? TRUE : FALSE);
            case DATE -> {
                out.putByte(DATE);
                out.putLong(value.dateMillis() ^ Long.MIN_VALUE);
            }
            case TIMESTAMP -> {
                out.putByte(TIMESTAMP);
                out.putLong(ValueOrder.timestamp(value));
            }
            case REGEX -> regex(value);
            case DB_POINTER -> binary(DB_POINTER, ValueOrder.pointerBytes(value));
            case JAVASCRIPT -> {
                out.putByte(JAVASCRIPT);
                out.putText(Utf8.bytes(ValueOrder.javaScript(value)));
            }
            case JAVASCRIPT_WITH_SCOPE -> scoped(value);
        }
    }

    private void string(View value) {
        out.putByte(STRING);
        if (value instanceof BsonView bson) {
            out.putText(bson.bytes(), bson.textFrom(), bson.textUntil());
        } else {
            out.putText(Utf8.bytes(value.stringValue()));
        }
    }

    private void objectId(View value) {
        out.putByte(OBJECT_ID);
        if (value instanceof BsonView bson) {
            out.put(bson.bytes(), bson.offset(), bson.offset() + 12);
        } else {
            byte[] id = value.objectIdValue().toByteArray();
            out.put(id, 0, id.length);
        }
    }

    private void fields(View.Fields fields) {
        while (fields.next()) {
            View value = fields.value();
            out.putByte(BRACKET_BASE + value.type().bracket());
            if (fields instanceof BsonFields bson) {
                out.putText(bson.bytes(), bson.nameFrom(), bson.nameUntil());
            } else {
                out.putText(Utf8.bytes(fields.name()));
            }
            value(value);
        }
        out.putByte(END);
    }

    private void array(View.Fields elements) {
        out.putByte(ARRAY);
        while (elements.next()) {
            value(elements.value());
        }
        out.putByte(END);
    }

    private void binary(int tag, byte[] raw) {
        out.putByte(tag);
        if (raw.length < 0xFF) {
            out.putByte(raw.length);
        } else {
            out.putByte(0xFF);
            out.putInt(raw.length);
        }
        out.put(raw, 0, raw.length);
    }

    private void regex(View value) {
        BsonRegularExpression regex = value.toBsonValue().asRegularExpression();
        out.putByte(REGEX);
        out.putText(Utf8.bytes(regex.getPattern()));
        out.putText(Utf8.bytes(regex.getOptions()));
    }

    private void scoped(View value) {
        BsonJavaScriptWithScope scoped = value.toBsonValue().asJavaScriptWithScope();
        out.putByte(JAVASCRIPT_WITH_SCOPE);
        out.putText(Utf8.bytes(scoped.getCode()));
        fields(TreeView.of(scoped.getScope()).fields());
    }

    /** The least bytes above everything that begins with these, or an empty array when there are none. */
    public static byte[] prefixUntil(byte[] prefix) {
        int length = prefix.length;
        while (length > 0 && prefix[length - 1] == (byte) 0xFF) {
            length--;
        }
        byte[] until = Arrays.copyOf(prefix, length);
        if (length > 0) {
            until[length - 1]++;
        }
        return until;
    }
}
