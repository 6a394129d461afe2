package dev.mayfly.engine.document;

/**
 * The record of a document that is gone, in a collection that keeps tombstones.
 *
 * @param version of the commit that took the document out
 * @param goneAt when it was removed, or had expired, in milliseconds since the epoch
 * @param face what the face keeps of it; not to be changed
 */
public record Tombstone(long version, long goneAt, Cause cause, byte[] face) {
    /** Returns the tombstone that an expired document leaves, or will leave. */
    public static Tombstone ofExpired(FaceForms forms, StoredDocument document, long goneAt) {
        byte[] face = forms.tombstone(document.stamp(), Cause.EXPIRED);
        return new Tombstone(document.version(), goneAt, Cause.EXPIRED, face);
    }

    /** The cause for which the document is gone. */
    public enum Cause {
        /** A write removed it. */
        REMOVED(1),
        /** It had expired. */
        EXPIRED(2);

        private final int code;

        Cause(int code) {
            this.code = code;
        }

        /** The number that stands for it on disk; never reused. */
        public int code() {
            return code;
        }
    }
}
