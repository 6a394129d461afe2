package dev.mayfly.face.mongo.session;

import org.bson.BsonDocument;

/** Ends a statement that was carried out before, with what is recorded of it. */
public final class RepeatedStatementException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int statement;
    private final transient BsonDocument outcome;

    RepeatedStatementException(int statement, BsonDocument outcome) {
        super("the statement was carried out before", null, false, false);
        this.statement = statement;
        this.outcome = outcome;
    }

    int statement() {
        return statement;
    }

    BsonDocument outcome() {
        return outcome;
    }
}
