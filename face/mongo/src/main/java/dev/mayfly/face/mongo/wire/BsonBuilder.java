package dev.mayfly.face.mongo.wire;

import dev.mayfly.base.document.BsonEncoding;
import dev.mayfly.base.document.BsonView;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/**
 * Writes one BSON document field by field, taking over documents that are already bytes as they are.
 *
 * <p>Hot: answers full of stored documents are built here, so it is one growing array and no tree. Not safe for
 * concurrent use. Inside an array, elements take their names from {@link #element} alone.
 */
public final class BsonBuilder {
    private static final int DOUBLE = 1;
    private static final int STRING = 2;
    private static final int DOCUMENT = 3;
    private static final int ARRAY = 4;
    private static final int BOOLEAN = 8;
    private static final int DATE = 9;
    private static final int NULL = 10;
    private static final int INT32 = 16;
    private static final int TIMESTAMP = 17;
    private static final int INT64 = 18;
    /** Room for the part of a message before its document, so that an answer becomes a message without being copied. */
    static final int ROOT = 21;

    /** Room for the part of a message after its document. */
    static final int TAIL = 4;

    private static final int NESTING_MAX = 32;
    private static final int FIRST_BYTES = 256;

    private byte[] bytes;
    private int size;
    private final int[] starts = new int[NESTING_MAX];
    private final int[] indexes = new int[NESTING_MAX];
    private int depth = -1;

    public BsonBuilder() {
        this(FIRST_BYTES);
    }

    private BsonBuilder(int expectedBytes) {
        bytes = new byte[ROOT + expectedBytes];
        size = ROOT;
        open();
    }

    /** Returns a builder for answers of about the given number of document bytes. */
    public static BsonBuilder expecting(int expectedBytes) {
        return new BsonBuilder(FIRST_BYTES + expectedBytes);
    }

    public BsonBuilder int32(String name, int value) {
        header(INT32, name);
        putInt(value);
        return this;
    }

    public BsonBuilder int64(String name, long value) {
        header(INT64, name);
        putLong(value);
        return this;
    }

    public BsonBuilder real(String name, double value) {
        header(DOUBLE, name);
        putLong(Double.doubleToRawLongBits(value));
        return this;
    }

    public BsonBuilder text(String name, String value) {
        header(STRING, name);
        byte[] text = value.getBytes(StandardCharsets.UTF_8);
        putInt(text.length + 1);
        put(text, 0, text.length);
        putByte(0);
        return this;
    }

    public BsonBuilder bool(String name, boolean value) {
        header(BOOLEAN, name);
        putByte(value ? 1 : 0);
        return this;
    }

    /** Adds a date by its milliseconds since the epoch. */
    public BsonBuilder date(String name, long millis) {
        header(DATE, name);
        putLong(millis);
        return this;
    }

    public BsonBuilder timestamp(String name, long value) {
        header(TIMESTAMP, name);
        putLong(value);
        return this;
    }

    public BsonBuilder nothing(String name) {
        header(NULL, name);
        return this;
    }

    /** Copies a value as it stands. */
    public BsonBuilder raw(String name, BsonView value) {
        header(value.bsonType(), name);
        put(value.bytes(), value.offset(), value.length());
        return this;
    }

    public BsonBuilder value(String name, BsonValue value) {
        byte[] encoded = BsonEncoding.encode(new BsonDocument(name, value));
        put(encoded, 4, encoded.length - 5);
        return this;
    }

    public BsonBuilder startDocument(String name) {
        header(DOCUMENT, name);
        open();
        return this;
    }

    public BsonBuilder startArray(String name) {
        header(ARRAY, name);
        open();
        return this;
    }

    /** The next element of the open array: a value that is already bytes. */
    public BsonBuilder element(BsonView value) {
        elementHeader(value.bsonType());
        put(value.bytes(), value.offset(), value.length());
        return this;
    }

    /** The next element of the open array: a document that fills this span. */
    public BsonBuilder element(byte[] document, int offset, int length) {
        elementHeader(DOCUMENT);
        put(document, offset, length);
        return this;
    }

    public BsonBuilder element(String text) {
        elementHeader(STRING);
        byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
        putInt(encoded.length + 1);
        put(encoded, 0, encoded.length);
        putByte(0);
        return this;
    }

    public BsonBuilder element(BsonDocument document) {
        byte[] encoded = BsonEncoding.encode(document);
        return element(encoded, 0, encoded.length);
    }

    /** The next element of the open array: a document whose fields follow. */
    public BsonBuilder startElement() {
        elementHeader(DOCUMENT);
        open();
        return this;
    }

    /** Adds every field of a tree. */
    public BsonBuilder all(BsonDocument document) {
        byte[] encoded = BsonEncoding.encode(document);
        put(encoded, 4, encoded.length - 5);
        return this;
    }

    /** Ends the innermost open document or array. */
    public BsonBuilder end() {
        putByte(0);
        LittleEndian.putInt(bytes, starts[depth], size - starts[depth]);
        depth--;
        return this;
    }

    /** Returns the current number of bytes. */
    public int size() {
        return size - ROOT;
    }

    /** Ends the document and hands it out; nothing may be added afterwards. */
    public byte[] finish() {
        finishInPlace();
        return Arrays.copyOfRange(bytes, ROOT, size);
    }

    /** Continues a document that was finished in place. */
    void reopen() {
        if (depth != -1) {
            throw new IllegalStateException("the document is still open");
        }
        depth = 0;
        size--;
    }

    void finishInPlace() {
        if (depth != 0) {
            throw new IllegalStateException("a nested document is still open");
        }
        end();
        need(TAIL);
    }

    /** With the document from {@link #ROOT} until {@link #endOffset()} and {@link #TAIL} bytes behind it. */
    byte[] bytes() {
        return bytes;
    }

    int endOffset() {
        return size;
    }

    private void open() {
        depth++;
        starts[depth] = size;
        indexes[depth] = 0;
        putInt(0);
    }

    private void header(int type, String name) {
        putByte(type);
        int length = name.length();
        need(length + 1);
        for (int i = 0; i < length; i++) {
            char letter = name.charAt(i);
            if (letter >= 0x80 || letter == 0) {
                wideName(name, i);
                return;
            }
            bytes[size + i] = (byte) letter;
        }
        size += length;
        putByte(0);
    }

    private void wideName(String name, int ascii) {
        if (name.indexOf('\0', ascii) >= 0) {
            throw new IllegalArgumentException("a name with a zero in it");
        }
        byte[] encoded = name.getBytes(StandardCharsets.UTF_8);
        put(encoded, 0, encoded.length);
        putByte(0);
    }

    private void elementHeader(int type) {
        putByte(type);
        need(11);
        size = putDigits(indexes[depth]++, size);
        putByte(0);
    }

    private int putDigits(int value, int offset) {
        int end = offset + 1;
        for (int rest = value / 10; rest > 0; rest /= 10) {
            end++;
        }
        int rest = value;
        for (int i = end - 1; i >= offset; i--) {
            bytes[i] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
        return end;
    }

    private void putByte(int value) {
        need(1);
        bytes[size++] = (byte) value;
    }

    private void putInt(int value) {
        need(4);
        LittleEndian.putInt(bytes, size, value);
        size += 4;
    }

    private void putLong(long value) {
        need(8);
        LittleEndian.putLong(bytes, size, value);
        size += 8;
    }

    private void put(byte[] from, int offset, int length) {
        need(length);
        System.arraycopy(from, offset, bytes, size, length);
        size += length;
    }

    private void need(int count) {
        if (size + count > bytes.length) {
            long wanted = Math.max((long) size + count, bytes.length * 2L);
            bytes = Arrays.copyOf(bytes, (int) Math.min(wanted, Integer.MAX_VALUE - 16));
        }
    }
}
