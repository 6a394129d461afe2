package dev.mayfly.face.mongo.language.projection;

import dev.mayfly.face.mongo.language.expression.Variables;
import org.bson.BsonDocument;

/** A compiled projection. Immutable and safe for concurrent use. */
public interface Projection {
    Projection EVERYTHING = (document, _, _) -> document;

    /** No element was matched, or none was asked for. */
    int NO_POSITION = -1;

    /**
     * Returns the projected document. The given document is not changed; the result may share parts with it.
     *
     * @param position index of the array element the query matched, for the positional {@code $}
     */
    BsonDocument apply(BsonDocument document, Variables variables, int position);

    default BsonDocument apply(BsonDocument document, Variables variables) {
        return apply(document, variables, NO_POSITION);
    }

    /** Returns whether it holds the positional operator, so that the matched element must be known. */
    default boolean isPositional() {
        return false;
    }
}
