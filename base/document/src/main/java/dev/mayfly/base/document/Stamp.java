package dev.mayfly.base.document;

/**
 * The header that the committer writes before every document's body.
 *
 * @param version the commit that wrote it: strictly increasing, never reused
 * @param modified when it was written, in milliseconds since the epoch
 * @param lifetime what that write asked for
 * @param face bytes of the face that wrote it, opaque to the engine; not to be changed
 */
public record Stamp(long version, long modified, Lifetime lifetime, byte[] face) {
    public static final byte[] NO_FACE_BYTES = {};

    /** The most bytes of a face there may be: attributes that a face keeps beside a document are among them. */
    public static final int FACE_BYTES_MAX = 22 << 20;

    public Stamp {
        if (face.length > FACE_BYTES_MAX) {
            throw new IllegalArgumentException("there are too many bytes of the face");
        }
    }
}
