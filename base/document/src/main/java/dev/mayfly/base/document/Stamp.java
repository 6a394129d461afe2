package dev.mayfly.base.document;

/**
 * What the committer writes before every document's body.
 *
 * @param version the commit that wrote it: strictly increasing, never reused
 * @param modified when it was written, in milliseconds since the epoch
 * @param lifetime what that write asked for
 * @param face bytes of the face that wrote it, opaque to the engine, at most 255; not to be changed
 */
public record Stamp(long version, long modified, Lifetime lifetime, byte[] face) {
    public static final byte[] NO_FACE_BYTES = {};

    public Stamp {
        if (face.length > 255) {
            throw new IllegalArgumentException("face bytes are at most 255");
        }
    }
}
