package dev.mayfly.face.couchbase.kv;

import dev.mayfly.engine.read.Document;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Counts a document on, which is an unsigned number of 64 bits in decimal digits; upwards it wraps, downwards it ends at 0.
 */
public final class CounterEdit implements Editor {
    /** The expiry of a request that makes no new counter. */
    static final long NO_INITIAL = 0xffff_ffffL;

    private static final int DIGITS_MAX = 20;

    private final boolean up;
    private final long delta;
    private final long initial;
    private final long expiry;
    private final boolean preserves;
    private long result;

    /** @param preserves whether the expiry stays, even beyond the limit */
    public CounterEdit(boolean up, long delta, long initial, long expiry, boolean preserves) {
        this.up = up;
        this.delta = delta;
        this.initial = initial;
        this.expiry = expiry;
        this.preserves = preserves;
    }

    /** Returns the number that was written last. */
    public long result() {
        return result;
    }

    @Override
    public Edit edit(ExistingDocument found) {
        Document current = found.document();
        if (current == null) {
            if (expiry == NO_INITIAL) {
                return Edit.refuse(Refusal.NOT_FOUND);
            }
            result = initial;
            return put(0, DocumentMeta.NO_XATTRS);
        }
        Long before = number(current);
        if (before == null) {
            return Edit.refuse(Refusal.NOT_A_NUMBER);
        }
        result = counted(before);
        return put(DocumentMeta.flags(current), DocumentMeta.xattrs(current));
    }

    private long counted(long before) {
        if (up) {
            return before + delta;
        }
        return Long.compareUnsigned(before, delta) < 0 ? 0 : before - delta;
    }

    private Edit put(int flags, byte[] xattrs) {
        byte[] digits = Long.toUnsignedString(result).getBytes(StandardCharsets.US_ASCII);
        ExpiryRule rule = preserves ? ExpiryRule.PRESERVED : ExpiryRule.CONTINUED;
        return new Edit.Put(digits, flags, DocumentMeta.JSON, xattrs, expiry, rule);
    }

    /** Returns the number of a document, or null if it is none. White space around the digits does not matter. */
    private static @Nullable Long number(Document document) {
        byte[] bytes = document.buffer();
        int from = document.bodyOffset();
        int until = from + document.bodyLength();
        while (from < until && isSpace(bytes[from])) {
            from++;
        }
        while (until > from && isSpace(bytes[until - 1])) {
            until--;
        }
        if (from == until || until - from > DIGITS_MAX) {
            return null;
        }
        for (int at = from; at < until; at++) {
            if (bytes[at] < '0' || bytes[at] > '9') {
                return null;
            }
        }
        try {
            return Long.parseUnsignedLong(new String(bytes, from, until - from, StandardCharsets.US_ASCII));
        } catch (NumberFormatException _) {
            return null;
        }
    }

    private static boolean isSpace(byte b) {
        return b == ' ' || (b >= '\t' && b <= '\r');
    }
}
