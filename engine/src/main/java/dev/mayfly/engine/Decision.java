package dev.mayfly.engine;

import dev.mayfly.base.document.Lifetime;

/** What a write makes of the document it found. */
public sealed interface Decision {
    /** Leave everything as it is. */
    record Keep() implements Decision {}

    /**
     * Write this document.
     *
     * @param modifies whether only parts of what was there are changed, which is for the history to tell
     */
    record Put(byte[] body, Lifetime lifetime, byte[] face, boolean modifies) implements Decision {
        /** A whole new document. */
        public Put(byte[] body, Lifetime lifetime, byte[] face) {
            this(body, lifetime, face, false);
        }
    }

    /** Delete the document, if there is one. */
    record Remove() implements Decision {}

    Keep KEEP = new Keep();
    Remove REMOVE = new Remove();
}
