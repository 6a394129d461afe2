package dev.mayfly.engine;

import dev.mayfly.engine.document.StoredDocument;

/** The size of everything stored in a collection, hidden documents included. */
public record StoredSize(long documents, long bytes) {
    /** Returns the size of a document on average; 0 if there is none. */
    public long meanBytes() {
        return documents == 0 ? 0 : bytes / documents;
    }

    /** Returns the size of the bodies alone, if every document inherits its lifetime and has this number of bytes of its face. */
    public long bodies(int faceBytes) {
        return bytes - documents * (StoredDocument.FRAME_BYTES + faceBytes);
    }
}
