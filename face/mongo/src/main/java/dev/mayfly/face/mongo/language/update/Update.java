package dev.mayfly.face.mongo.language.update;

import dev.mayfly.base.document.BsonView;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;

/** A compiled update. Immutable and safe for concurrent use. */
public interface Update {
    /**
     * Returns the updated document. The given document is not changed; the result may share parts with it.
     *
     * <p>When the context says insert, the document is the seed of an upsert, and the result may still lack an {@code
     * _id}.
     */
    UpdateResult apply(BsonDocument document, UpdateContext context);

    /**
     * Returns the bytes of the updated document, which is the given one if nothing has changed; null if the update can only be
     * applied to a tree.
     */
    default @Nullable BsonView patch(BsonView document, UpdateContext context) {
        return null;
    }

    /** Returns whether the update replaces the whole document, which cannot be done to many documents at once. */
    default boolean isReplacement() {
        return false;
    }

    /** The path of the array before the positional operator {@code $}, or null when no path holds one. */
    default @Nullable String positionalPath() {
        return null;
    }
}
