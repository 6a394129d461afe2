package dev.mayfly.face.mongo.command.crud;

import dev.mayfly.face.mongo.language.expression.Variables;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** Tells which filters no document but one can match, whatever is stored. */
final class IdLookups {
    private IdLookups() {}

    /** Returns whether a filter names an id that is no condition, compared so that one id equals no other. */
    static boolean isOfOneKey(BsonDocument filter, Variables variables, BsonDocument collation) {
        BsonValue id = filter.get("_id");
        if (id == null) {
            return false;
        }
        return switch (id.getBsonType()) {
            case DOCUMENT, ARRAY, REGULAR_EXPRESSION, NULL, UNDEFINED -> false;
            case STRING, SYMBOL -> collation.isEmpty() && variables.collation().isSimple();
            default -> true;
        };
    }

    static boolean isOfOneKey(BsonDocument filter, Variables variables) {
        return isOfOneKey(filter, variables, new BsonDocument());
    }
}
