package dev.mayfly.face.api;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.catalog.CollectionName;
import dev.mayfly.engine.document.Decision;
import dev.mayfly.engine.read.Document;
import org.jspecify.annotations.Nullable;

/** Converts the documents of one face to lines and back. Safe for concurrent use. */
public interface FaceTransfer {
    /**
     * The collection of this name, made as a client's write would make it; null where that takes more than a name.
     *
     * @throws IllegalArgumentException when no client could, with the reason in words
     */
    default @Nullable Collection make(CollectionName name) {
        return null;
    }

    /** The form of dumps, or null where there is none. */
    default @Nullable DumpForm dumps() {
        return null;
    }

    /** Returns true if the text of a key is JSON already; otherwise it is text to be quoted. */
    boolean idsAreJson();

    /** The document as JSON, without line ends; null where it is none and its bytes must do. */
    byte @Nullable [] json(Document document);

    /**
     * Returns the document of a line, with the lifetime of the line, or else the document's own.
     *
     * @throws IllegalArgumentException if the collection cannot hold such a document, with the reason in words
     */
    Arrival read(Collection target, LineDocument line);

    /** The write of one document. */
    record Arrival(DocumentKey key, Decision.Put put) {}
}
