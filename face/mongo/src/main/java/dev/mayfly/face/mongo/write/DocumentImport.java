package dev.mayfly.face.mongo.write;

import dev.mayfly.base.document.BsonValidator;
import dev.mayfly.base.document.BsonView;
import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.base.document.Lifetime;
import dev.mayfly.engine.document.Decision;
import dev.mayfly.face.mongo.collection.Lifetimes;
import org.jspecify.annotations.Nullable;

/** Documents that come from elsewhere, checked as those of clients are, but by no validator of their collection. */
public final class DocumentImport {
    private static final int DEPTH_MAX = 200;

    private DocumentImport() {}

    /** A document that may be written. */
    public record Read(DocumentKey key, Decision.Put put) {}

    /**
     * Reads a document.
     *
     * @param known the lifetime that it had; null for the one that it asks for itself
     * @throws dev.mayfly.face.mongo.CommandError when it must not be stored
     * @throws dev.mayfly.base.document.MalformedDocumentException when it is no BSON
     */
    public static Read read(byte[] bson, long now, Lifetimes lifetimes, @Nullable Lifetime known) {
        BsonValidator.validate(bson, 0, bson.length, DEPTH_MAX);
        NewDocument made = NewDocument.of(BsonView.of(bson), now, lifetimes);
        Decision.Put put = made.put();
        return new Read(made.key(), known == null ? put : new Decision.Put(put.body(), known, put.face()));
    }
}
