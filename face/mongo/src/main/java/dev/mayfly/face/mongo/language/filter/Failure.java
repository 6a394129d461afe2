package dev.mayfly.face.mongo.language.filter;

import dev.mayfly.base.document.View;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;

/** The documents that tell why a rule does not hold. */
final class Failure {
    static final String DETAILS = "details";

    private Failure() {}

    static BsonDocument of(String keyword) {
        return new BsonDocument("operatorName", new BsonString(keyword));
    }

    static BsonDocument because(String keyword, String reason) {
        return of(keyword).append("reason", new BsonString(reason));
    }

    /** @param specified the keyword as the schema has it */
    static BsonDocument of(String keyword, BsonDocument specified) {
        return of(keyword).append("specifiedAs", specified);
    }

    static BsonDocument of(String keyword, BsonValue specified) {
        return of(keyword, new BsonDocument(keyword, specified));
    }

    static BsonDocument of(String keyword, BsonDocument specified, String reason, View value) {
        return of(keyword, specified)
                .append("reason", new BsonString(reason))
                .append("consideredValue", value.toBsonValue());
    }

    static BsonDocument of(String keyword, BsonValue specified, String reason, View value) {
        return of(keyword, new BsonDocument(keyword, specified), reason, value);
    }
}
