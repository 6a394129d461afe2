package dev.mayfly.engine.document;

import dev.mayfly.base.document.Lifetime;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The result of a write for the document it found. */
public sealed interface Decision {
    /** Leave everything as it is. */
    record Keep() implements Decision {}

    /**
     * Writes this document.
     *
     * @param difference where only parts of what was there are changed: the history's description of that, in the
     *     face's form, asked for only if one is kept; null for a whole new document
     * @param versionAt where in the face's bytes the version of the commit is written, unknown before the commit: as
     *     sixteen hexadecimal digits from each of these places on
     * @param modified when it was written, for one that comes from elsewhere; {@link #NOW} for any other, and later is
     *     never said than now
     */
    record Put(
            byte[] body,
            Lifetime lifetime,
            byte[] face,
            @Nullable Supplier<byte[]> difference,
            int[] versionAt,
            long modified)
            implements Decision {
        /** Stands where the instant of the write is meant. */
        public static final long NOW = Long.MAX_VALUE;

        /** Stands where the face's bytes hold no version. */
        static final int[] NOWHERE = {};

        /** It is written now. */
        public Put(
                byte[] body, Lifetime lifetime, byte[] face, @Nullable Supplier<byte[]> difference, int[] versionAt) {
            this(body, lifetime, face, difference, versionAt, NOW);
        }

        /** The face's bytes are known already. */
        public Put(byte[] body, Lifetime lifetime, byte[] face, @Nullable Supplier<byte[]> difference) {
            this(body, lifetime, face, difference, NOWHERE);
        }

        /** A whole new document. */
        public Put(byte[] body, Lifetime lifetime, byte[] face) {
            this(body, lifetime, face, null);
        }

        /** The same, written at this instant, in milliseconds since the epoch. */
        public Put writtenAt(long instant) {
            return new Put(body, lifetime, face, difference, versionAt, instant);
        }
    }

    /** Delete the document, if there is one. */
    record Remove() implements Decision {}

    /**
     * Delete the document, if there is one, and leave this tombstone, whatever there was before; in a collection that
     * keeps no tombstones the same as {@link Remove}.
     *
     * @param face what the face keeps of it
     */
    record Bury(Tombstone.Cause cause, byte[] face) implements Decision {}

    Keep KEEP = new Keep();
    Remove REMOVE = new Remove();
}
