package dev.mayfly.face.couchbase.kv;

import dev.mayfly.engine.read.Document;
import java.util.Arrays;

/** Makes a document longer at one of its ends; flags and expiry stay. */
public final class AppendEdit implements Editor {
    private final boolean atEnd;
    private final byte[] more;
    private final boolean preserves;

    /** @param preserves whether the expiry stays, even beyond the limit */
    public AppendEdit(boolean atEnd, byte[] more, boolean preserves) {
        this.atEnd = atEnd;
        this.more = more;
        this.preserves = preserves;
    }

    @Override
    public Edit edit(ExistingDocument found) {
        Document current = found.document();
        if (current == null) {
            return Edit.refuse(Refusal.NOT_STORED);
        }
        int length = current.bodyLength();
        if ((long) length + more.length > Documents.VALUE_BYTES_MAX) {
            return Edit.refuse(Refusal.TOO_BIG);
        }
        byte[] joined = atEnd
                ? Arrays.copyOfRange(
                        current.buffer(), current.bodyOffset(), current.bodyOffset() + length + more.length)
                : Arrays.copyOf(more, more.length + length);
        if (atEnd) {
            System.arraycopy(more, 0, joined, length, more.length);
        } else {
            System.arraycopy(current.buffer(), current.bodyOffset(), joined, more.length, length);
        }
        return new Edit.Put(
                joined,
                DocumentMeta.flags(current),
                JsonDetector.datatypeOf(joined),
                DocumentMeta.xattrs(current),
                0,
                preserves ? ExpiryRule.PRESERVED : ExpiryRule.CONTINUED);
    }
}
