package dev.mayfly.base.query.value;

import dev.mayfly.base.document.JsonView;
import dev.mayfly.base.query.RequestGuard;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A string. A stored one is compared as the bytes it is, as long as no escape stands in it. */
public abstract class JsonString implements JsonValue {
    /*
     * Strings collate by their UTF-8, which is the order of code points and that of index keys. So a span of UTF-8 is
     * what two strings are compared by; a stored string without an escape has one already. A lazily computed result is
     * the same in every thread, so threads may race to it.
     */
    private static final int COMPARED_BYTES = 1024;
    private static final int HASHED_BYTES = 128;

    private final @Nullable JsonView view;
    private @Nullable String string;
    private volatile @Nullable Span span;

    private record Span(byte[] bytes, int from, int until) {}

    /** Charged to the request that makes it. */
    protected JsonString(String string) {
        this.view = null;
        this.string = string;
        RequestGuard.current().charge(bytesOf(string));
    }

    /** A stored one. The bytes must not change. */
    protected JsonString(JsonView view) {
        this.view = view;
    }

    /** With its UTF-8, which is kept as soon as something asks for it. */
    private static long bytesOf(String string) {
        return SMALL_BYTES + 2L * string.length();
    }

    @Override
    public final long memoryBytes() {
        String known = string;
        return known == null ? SMALL_BYTES : bytesOf(known);
    }

    public final String stringValue() {
        String known = string;
        if (known == null) {
            known = view == null ? "" : view.stringValue();
            RequestGuard.current().charge(known.length());
            string = known;
        }
        return known;
    }

    /** The text in UTF-8; a copy. */
    public final byte[] utf8() {
        Span known = span();
        return Arrays.copyOfRange(known.bytes, known.from, known.until);
    }

    private Span span() {
        Span known = span;
        if (known == null) {
            known = view == null ? encoded() : storedSpan(view);
            span = known;
        }
        return known;
    }

    private Span storedSpan(JsonView stored) {
        byte[] text = stored.text();
        int from = stored.from() + 1;
        int at = from;
        while (text[at] != '"') {
            if (text[at] == '\\') {
                return encoded();
            }
            at++;
        }
        return new Span(text, from, at);
    }

    private Span encoded() {
        byte[] bytes = Text.bytes(stringValue());
        return new Span(bytes, 0, bytes.length);
    }

    /** The order of code points. */
    public final int compareText(JsonString other) {
        Span a = span();
        Span b = other.span();
        RequestGuard.current().steps(1 + Math.min(a.until - a.from, b.until - b.from) / COMPARED_BYTES);
        return Arrays.compareUnsigned(a.bytes, a.from, a.until, b.bytes, b.from, b.until);
    }

    /** Compared as bytes, so that nothing is made of a stored string. */
    public final boolean startsWith(JsonString prefix) {
        Span whole = span();
        Span part = prefix.span();
        int length = part.until - part.from;
        return length <= whole.until - whole.from
                && Arrays.equals(whole.bytes, whole.from, whole.from + length, part.bytes, part.from, part.until);
    }

    public final boolean isEmpty() {
        Span known = span();
        return known.until == known.from;
    }

    @Override
    public final void write(JsonSink out) {
        if (view == null) {
            out.string(stringValue());
        } else {
            out.stored(view);
        }
    }

    @Override
    public final boolean equals(@Nullable Object other) {
        if (!(other instanceof JsonString that)) {
            return false;
        }
        Span a = span();
        Span b = that.span();
        RequestGuard.current().steps(1 + (a.until - a.from) / COMPARED_BYTES);
        return Arrays.equals(a.bytes, a.from, a.until, b.bytes, b.from, b.until);
    }

    @Override
    public final int hashCode() {
        Span known = span();
        int hash = 0;
        RequestGuard.current().steps((known.until - known.from) / HASHED_BYTES);
        for (int at = known.from; at < known.until; at++) {
            hash = 31 * hash + known.bytes[at];
        }
        return hash;
    }

    @Override
    public final String toString() {
        return stringValue();
    }
}
