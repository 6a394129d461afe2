package dev.mayfly.face.mongo.language.schema;

import dev.mayfly.base.document.View;
import org.bson.BsonDocument;

/** What one keyword of a schema demands of one value. Immutable and safe for concurrent use. */
interface SchemaRule {
    /** A value of a type that the keyword does not speak of passes. */
    boolean holds(View value);

    /** What a client is told of a value for which it does not hold. */
    BsonDocument failure(View value);
}
