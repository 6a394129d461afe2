package dev.mayfly.face.couchbase.query.index;

import dev.mayfly.base.document.KeyBuffer;
import dev.mayfly.base.query.value.Text;
import dev.mayfly.face.couchbase.language.value.N1qlArray;
import dev.mayfly.face.couchbase.language.value.N1qlBinary;
import dev.mayfly.face.couchbase.language.value.N1qlBoolean;
import dev.mayfly.face.couchbase.language.value.N1qlMissing;
import dev.mayfly.face.couchbase.language.value.N1qlNull;
import dev.mayfly.face.couchbase.language.value.N1qlNumber;
import dev.mayfly.face.couchbase.language.value.N1qlObject;
import dev.mayfly.face.couchbase.language.value.N1qlString;
import dev.mayfly.face.couchbase.language.value.N1qlValue;
import java.util.TreeMap;

/** Writes values as bytes that sort as values collate. Not safe for concurrent use. */
public final class KeyBytes {
    /*
     * A tag; behind a number's its 8 bytes as a double and 2 for how far a long lies from that, behind a string's its text,
     * behind an array's its elements and 0, behind an object's how many fields it has and these by their names.
     * Text: UTF-8 in which 0 and 1 are 1 1 and 1 2, then 0; so a text sorts before the longer one it begins.
     * No encoding is the beginning of another, so several may stand behind each other, and one whose bytes are complemented
     * sorts descending.
     */
    static final int END = 0;
    static final int MISSING = 1;
    static final int NULL = 2;
    static final int FALSE = 3;
    static final int TRUE = 4;
    static final int NUMBER = 5;
    static final int STRING = 6;
    static final int ARRAY = 7;
    static final int OBJECT = 8;
    static final int BINARY = 9;

    private static final double TWO_TO_63 = 0x1p63;
    private static final int DIFFERENCE_ZERO = 0x8000;

    private final KeyBuffer bytes = new KeyBuffer();

    static byte[] of(N1qlValue value) {
        return new KeyBytes().value(value).toBytes();
    }

    /** Returns the common prefix of the keys of all strings that begin with this text. */
    static byte[] textPrefix(String text) {
        KeyBytes out = new KeyBytes().tag(STRING).text(text);
        // Without the end of the text.
        out.bytes.cut(out.bytes.size() - 1);
        return out.toBytes();
    }

    public byte[] toBytes() {
        return bytes.toBytes();
    }

    public KeyBytes tag(int tag) {
        bytes.putByte(tag);
        return this;
    }

    public KeyBytes value(N1qlValue value) {
        return switch (value) {
            case N1qlMissing _ -> tag(MISSING);
            case N1qlNull _ -> tag(NULL);
            case N1qlBoolean truth -> tag(truth.truth() ? TRUE : FALSE);
            case N1qlNumber number -> number(number);
            case N1qlString text -> tag(STRING).text(text.stringValue());
            case N1qlArray array -> array(array);
            case N1qlObject object -> object(object);
            case N1qlBinary binary -> binary(binary.bytes());
        };
    }

    /** A value that sorts the other way round. */
    public KeyBytes descending(N1qlValue value) {
        int from = bytes.size();
        value(value);
        bytes.complement(from);
        return this;
    }

    private KeyBytes number(N1qlNumber number) {
        double near = number.doubleValue();
        long bits = Double.doubleToLongBits(near == 0 ? 0 : near);
        // NaN is below all.
        long sorted = Double.isNaN(near) ? 0 : bits < 0 ? ~bits : bits ^ Long.MIN_VALUE;
        tag(NUMBER);
        bytes.putLong(sorted);
        bytes.putShort(DIFFERENCE_ZERO + difference(number, near));
        return this;
    }

    /** Returns the distance of a long from the nearest double, which is no more than 512. */
    private static int difference(N1qlNumber number, double near) {
        if (!number.isLong()) {
            return 0;
        }
        long exact = number.longValue();
        return near >= TWO_TO_63 ? (int) (exact - Long.MAX_VALUE) - 1 : (int) (exact - (long) near);
    }

    private KeyBytes array(N1qlArray array) {
        tag(ARRAY);
        for (N1qlValue element : array) {
            value(element);
        }
        return tag(END);
    }

    private KeyBytes object(N1qlObject object) {
        TreeMap<String, N1qlValue> sorted = new TreeMap<>(object.toMap());
        tag(OBJECT);
        int count = sorted.size();
        bytes.putInt(count);
        sorted.forEach((name, value) -> text(name).value(value));
        return this;
    }

    private KeyBytes binary(byte[] binary) {
        tag(BINARY);
        bytes.putText(binary);
        return this;
    }

    private KeyBytes text(String text) {
        bytes.putText(Text.bytes(text));
        return this;
    }
}
