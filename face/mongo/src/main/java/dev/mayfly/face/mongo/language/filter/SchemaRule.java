package dev.mayfly.face.mongo.language.filter;

import dev.mayfly.base.document.View;
import org.bson.BsonDocument;

/** The demand of one schema keyword on one value. Immutable and safe for concurrent use. */
interface SchemaRule {
    /** A value of a type that the keyword does not speak of passes. */
    boolean holds(View value);

    /** Returns the description, for the client, of a value that violates the rule. */
    BsonDocument failure(View value);
}
