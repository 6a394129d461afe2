package dev.mayfly.face.mongo.write;

import dev.mayfly.engine.error.EngineException;
import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoErrors;
import dev.mayfly.face.mongo.language.error.QueryException;
import dev.mayfly.face.mongo.wire.BsonBuilder;
import dev.mayfly.face.mongo.wire.Reply;
import org.bson.BsonDocument;

/**
 * The reason why one statement of a write was not carried out.
 *
 * @param details further fields for the client; empty for most
 */
public record WriteFailure(int code, String codeName, String text, BsonDocument details) {
    public static WriteFailure of(CommandError error) {
        return new WriteFailure(error.code(), error.codeName(), error.text(), error.details());
    }

    public static WriteFailure of(QueryException refusal) {
        return of(MongoErrors.of(refusal));
    }

    public static WriteFailure of(EngineException failure) {
        return of(MongoErrors.of(failure.error()));
    }

    /** Returns the failure with these words before its text, which say where it happened. */
    public WriteFailure within(String context) {
        return new WriteFailure(code, codeName, context + " :: caused by :: " + text, details);
    }

    /** Adds it to a reply, as the next of its errors. */
    public void appendTo(BsonBuilder errors, int index) {
        errors.startElement()
                .int32("index", index)
                .int32("code", code)
                .all(details)
                .text("errmsg", text)
                .end();
    }

    /** As the answer of a command that has but one statement. */
    public Reply reply() {
        return Reply.failed(new BsonBuilder()
                .real("ok", 0.0)
                .text("errmsg", text)
                .int32("code", code)
                .text("codeName", codeName)
                .all(details));
    }
}
