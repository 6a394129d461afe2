package dev.mayfly.engine;

import dev.mayfly.base.document.Lifetime;

/** What a write makes of the document it found. */
public sealed interface Decision {
    /** Leave everything as it is. */
    record Keep() implements Decision {}

    /** Write this document. */
    record Put(byte[] body, Lifetime lifetime, byte[] face) implements Decision {}

    /** Delete the document, if there is one. */
    record Remove() implements Decision {}

    Keep KEEP = new Keep();
    Remove REMOVE = new Remove();
}
