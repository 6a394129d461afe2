package dev.mayfly.face.couchbase.kv;

import dev.mayfly.engine.read.Document;

/** The change that a write makes to the document it found. */
public sealed interface Edit {
    /** Leaves the document as it is. */
    record Keep() implements Edit {}

    /**
     * Deletes the document, or leaves a tombstone where none is.
     *
     * @param flags of the tombstone
     * @param xattrs what the tombstone keeps of the extended attributes
     */
    record Remove(int flags, byte[] xattrs) implements Edit {}

    record Refuse(Refusal why) implements Edit {}

    /**
     * Writes this document.
     *
     * @param body uncompressed; not to be changed
     * @param datatype as {@link DocumentMeta#datatype}; the bit of extended attributes may be missing
     * @param xattrs as {@link DocumentMeta#xattrs}
     * @param expiry the expiry field of the request, 32 bits without a sign
     * @param seqnoAt where in the extended attributes the sixteen digits of the write's sequence number are to stand
     */
    record Put(byte[] body, int flags, int datatype, byte[] xattrs, long expiry, ExpiryRule rule, int[] seqnoAt)
            implements Edit {
        private static final int[] NOWHERE = {};

        public Put(byte[] body, int flags, int datatype, byte[] xattrs, long expiry, ExpiryRule rule) {
            this(body, flags, datatype, xattrs, expiry, rule, NOWHERE);
        }
    }

    Keep KEEP = new Keep();

    /** Returns the deletion of a document; its system attributes outlive it. */
    static Edit remove(Document document) {
        return new Remove(DocumentMeta.flags(document), SystemXattrs.of(DocumentMeta.xattrs(document)));
    }

    static Edit refuse(Refusal why) {
        return new Refuse(why);
    }
}
