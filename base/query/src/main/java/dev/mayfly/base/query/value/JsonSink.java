package dev.mayfly.base.query.value;

import dev.mayfly.base.document.JsonView;
import dev.mayfly.base.query.RequestGuard;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** JSON text under way, in UTF-8. Owned by one thread. */
public final class JsonSink {
    private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

    private static final int WRITTEN_CHARACTERS = 128;

    private final Dialect dialect;
    private byte[] bytes;
    private int length;

    public JsonSink(Dialect dialect, int bytesExpected) {
        this.dialect = dialect;
        this.bytes = new byte[Math.max(16, bytesExpected)];
    }

    public int length() {
        return length;
    }

    /** Takes back what was written behind this length. */
    public void cut(int shorter) {
        if (shorter > length) {
            throw new IllegalArgumentException("cutting may not lengthen");
        }
        length = shorter;
    }

    /** A copy, charged to the request. */
    public byte[] toByteArray() {
        RequestGuard.current().charge(length);
        return Arrays.copyOf(bytes, length);
    }

    /** One byte, such as a bracket. */
    public void put(char ascii) {
        reserve(1);
        bytes[length++] = (byte) ascii;
    }

    /** Text that needs no escape and no quotes. */
    @SuppressWarnings("deprecation") // The one way to copy ASCII without an array in between.
    public void ascii(String text) {
        reserve(text.length());
        text.getBytes(0, text.length(), bytes, length);
        length += text.length();
    }

    /** Bytes that are JSON already. */
    public void raw(byte[] source, int from, int until) {
        reserve(until - from);
        System.arraycopy(source, from, bytes, length, until - from);
        length += until - from;
    }

    /** The text of a stored value, as it was read. */
    public void stored(JsonView view) {
        raw(view.text(), view.from(), view.until());
    }

    public void number(long value) {
        ascii(Long.toString(value));
    }

    /** A number; NaN and the infinities as strings, since JSON has no number for them. */
    public void number(double value) {
        String text = dialect.numbers().of(value);
        if (Double.isFinite(value)) {
            ascii(text);
        } else {
            string(text);
        }
    }

    /** A string, with its quotes. */
    public void string(String text) {
        put('"');
        RequestGuard.current().steps(text.length() / WRITTEN_CHARACTERS);
        int at = 0;
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c < 0x80) {
                ascii(c);
                at++;
            } else {
                int code = text.codePointAt(at);
                beyondAscii(code);
                at += Character.charCount(code);
            }
        }
        put('"');
    }

    private void ascii(char c) {
        switch (c) {
            case '"', '\\' -> escape(c);
            case '\b' -> escape('b');
            case '\f' -> escape('f');
            case '\n' -> escape('n');
            case '\r' -> escape('r');
            case '\t' -> escape('t');
            default -> {
                if (c < ' ') {
                    unicodeEscape(c);
                } else {
                    put(c);
                }
            }
        }
    }

    private void escape(char c) {
        put('\\');
        put(c);
    }

    private void beyondAscii(int code) {
        if (code >= Character.MIN_SURROGATE && code <= Character.MAX_SURROGATE) {
            // Half a pair has no UTF-8.
            unicodeEscape(code);
            return;
        }
        reserve(4);
        length = Text.encode(code, bytes, length);
    }

    private void unicodeEscape(int code) {
        escape('u');
        reserve(4);
        for (int shift = 12; shift >= 0; shift -= 4) {
            bytes[length++] = HEX[code >> shift & 0xF];
        }
    }

    private void reserve(int more) {
        long needed = (long) length + more;
        if (needed <= bytes.length) {
            return;
        }
        if (needed > dialect.bytesMax()) {
            throw dialect.tooManyBytes().get();
        }
        int grown = (int) Math.min(dialect.bytesMax(), Math.max(needed, 2L * bytes.length));
        RequestGuard.current().charge(grown - bytes.length);
        bytes = Arrays.copyOf(bytes, grown);
    }

    @Override
    public String toString() {
        return new String(bytes, 0, length, StandardCharsets.UTF_8);
    }
}
