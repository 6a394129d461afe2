package dev.mayfly.face.couchbase.language.value;

import dev.mayfly.base.document.JsonView;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A string. A stored one is compared as the bytes it is, as long as no escape stands in it. */
public final class StringValue implements Value {
    /*
     * Strings collate by their UTF-8, which is the order of code points and that of index keys. So a span of UTF-8 is
     * what two strings are compared by; a stored string without an escape has one already. What is found out lazily is
     * the same whoever finds it, so threads may race to it.
     */
    private final @Nullable JsonView view;
    private @Nullable String string;
    private volatile @Nullable Span span;

    private record Span(byte[] bytes, int from, int until) {}

    private StringValue(@Nullable JsonView view, @Nullable String string) {
        this.view = view;
        this.string = string;
    }

    static StringValue of(String string) {
        return new StringValue(null, string);
    }

    static StringValue stored(JsonView view) {
        return new StringValue(view, null);
    }

    public String stringValue() {
        String known = string;
        if (known == null) {
            known = view == null ? "" : view.stringValue();
            string = known;
        }
        return known;
    }

    /** The text in UTF-8; a copy. */
    public byte[] utf8() {
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
    public int compareText(StringValue other) {
        Span a = span();
        Span b = other.span();
        return Arrays.compareUnsigned(a.bytes, a.from, a.until, b.bytes, b.from, b.until);
    }

    @Override
    public Kind kind() {
        return Kind.STRING;
    }

    @Override
    public boolean truth() {
        Span known = span();
        return known.until > known.from;
    }

    @Override
    public void write(JsonSink out) {
        if (view == null) {
            out.string(stringValue());
        } else {
            out.stored(view);
        }
    }

    @Override
    public boolean equals(@Nullable Object other) {
        if (!(other instanceof StringValue that)) {
            return false;
        }
        Span a = span();
        Span b = that.span();
        return Arrays.equals(a.bytes, a.from, a.until, b.bytes, b.from, b.until);
    }

    @Override
    public int hashCode() {
        Span known = span();
        int hash = 0;
        for (int at = known.from; at < known.until; at++) {
            hash = 31 * hash + known.bytes[at];
        }
        return hash;
    }

    @Override
    public String toString() {
        return stringValue();
    }
}
