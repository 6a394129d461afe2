package dev.mayfly.face.couchbase.kv;

import dev.mayfly.base.document.Lifetime;
import dev.mayfly.engine.expiry.Deadlines;
import dev.mayfly.engine.read.Document;
import dev.mayfly.face.couchbase.bucket.Expiry;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The metadata stored with a document besides its value and its expiry: the face bytes of its stamp.
 *
 * <p>On the path of every read, hence plain: a reader of one field takes it from where it lies, without a copy.
 *
 * @param cas unsigned; changes with every write
 * @param rev the number of writes of the document, counted on over deletions
 * @param flags the client's description of the value, unread
 * @param datatype {@link #JSON} and {@link #XATTR}; values are kept uncompressed
 * @param isCopy whether the version was written in another cluster, and has come from there
 * @param xattrs the extended attributes as the text of one JSON object, empty if there are none; not to be changed
 */
public record DocumentMeta(long cas, long rev, int flags, int datatype, boolean isCopy, byte[] xattrs) {
    /*
     * version 1 | CAS 8 | rev 8 | flags 4 | datatype 1, its highest bit set for a copy | xattrs
     */
    public static final int JSON = 1;
    public static final int SNAPPY = 2;
    public static final int XATTR = 4;

    /** The extended attributes of a document without any. */
    public static final byte[] NO_XATTRS = {};

    private static final int COPY = 0x80;
    private static final int VERSION = 1;
    private static final int CAS_AT = 1;
    private static final int REV_AT = 9;
    private static final int FLAGS_AT = 17;
    private static final int DATATYPE_AT = 21;
    static final int XATTRS_AT = 22;

    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    /** The datatype says whether there are extended attributes; a caller need not set that bit. */
    public DocumentMeta {
        datatype = xattrs.length == 0 ? datatype & ~XATTR : datatype | XATTR;
    }

    /** A version that was written here. */
    public DocumentMeta(long cas, long rev, int flags, int datatype, byte[] xattrs) {
        this(cas, rev, flags, datatype, false, xattrs);
    }

    public static DocumentMeta of(Document document) {
        return read(document.buffer(), document.faceOffset(), document.faceLength());
    }

    /** Reads the face bytes of a stamp. */
    public static DocumentMeta fromBytes(byte[] face) {
        return read(face, 0, face.length);
    }

    private static DocumentMeta read(byte[] bytes, int at, int length) {
        if (length < XATTRS_AT || bytes[at] != VERSION) {
            throw new IllegalStateException("the stamp of a document is of an unknown form");
        }
        byte[] xattrs = length == XATTRS_AT ? NO_XATTRS : Arrays.copyOfRange(bytes, at + XATTRS_AT, at + length);
        return new DocumentMeta(
                (long) LONG.get(bytes, at + CAS_AT),
                (long) LONG.get(bytes, at + REV_AT),
                (int) INT.get(bytes, at + FLAGS_AT),
                bytes[at + DATATYPE_AT] & 0xff & ~COPY,
                (bytes[at + DATATYPE_AT] & COPY) != 0,
                xattrs);
    }

    public byte[] toBytes() {
        byte[] bytes = new byte[XATTRS_AT + xattrs.length];
        bytes[0] = VERSION;
        LONG.set(bytes, CAS_AT, cas);
        LONG.set(bytes, REV_AT, rev);
        INT.set(bytes, FLAGS_AT, flags);
        bytes[DATATYPE_AT] = (byte) (isCopy ? datatype | COPY : datatype);
        System.arraycopy(xattrs, 0, bytes, XATTRS_AT, xattrs.length);
        return bytes;
    }

    public static long cas(Document document) {
        return (long) LONG.get(document.buffer(), document.faceOffset() + CAS_AT);
    }

    public static long rev(Document document) {
        return (long) LONG.get(document.buffer(), document.faceOffset() + REV_AT);
    }

    public static int flags(Document document) {
        return (int) INT.get(document.buffer(), document.faceOffset() + FLAGS_AT);
    }

    public static int datatype(Document document) {
        return document.buffer()[document.faceOffset() + DATATYPE_AT] & 0xff & ~COPY;
    }

    /** Returns the text of the extended attributes, empty if there are none. */
    public static byte[] xattrs(Document document) {
        int length = document.faceLength() - XATTRS_AT;
        int at = document.faceOffset() + XATTRS_AT;
        return length == 0 ? NO_XATTRS : Arrays.copyOfRange(document.buffer(), at, at + length);
    }

    /** Returns the expiry, as {@link Expiry} has it; it is no part of the face bytes, but the stamp's lifetime. */
    public static long expiry(Document document) {
        long deadline = document.deadline();
        return deadline == Deadlines.NO_DEADLINE ? Expiry.NEVER : Expiry.of(new Lifetime.Until(deadline));
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof DocumentMeta meta
                && cas == meta.cas
                && rev == meta.rev
                && flags == meta.flags
                && datatype == meta.datatype
                && isCopy == meta.isCopy
                && Arrays.equals(xattrs, meta.xattrs);
    }

    @Override
    public int hashCode() {
        return Long.hashCode(cas) * 31 + Arrays.hashCode(xattrs);
    }
}
