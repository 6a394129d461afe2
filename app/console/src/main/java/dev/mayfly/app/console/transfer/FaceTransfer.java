package dev.mayfly.app.console.transfer;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.Decision;
import dev.mayfly.engine.Document;
import dev.mayfly.engine.catalog.CollectionName;
import org.jspecify.annotations.Nullable;

/** How documents of one face become lines, and lines documents. Safe for concurrent use. */
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

    /** Whether the text of a key is JSON already; it is text to be quoted otherwise. */
    boolean idsAreJson();

    /** The document as JSON, without line ends; null where it is none and its bytes must do. */
    byte @Nullable [] json(Document document);

    /**
     * The document of a line, with the lifetime of the line, or else what it asks for itself.
     *
     * @throws IllegalArgumentException when no such document can be in the collection, with the reason in words
     */
    Arrival read(Collection target, LineDocument line);

    /** What is to be written. */
    record Arrival(DocumentKey key, Decision.Put put) {}
}
