package dev.mayfly.face.mongo.write;

import dev.mayfly.engine.EngineException;
import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoErrors;
import dev.mayfly.face.mongo.language.QueryException;
import dev.mayfly.face.mongo.wire.BsonBuilder;
import org.bson.BsonDocument;

/**
 * Why one statement of a write was not carried out.
 *
 * @param details further fields for the client; empty for most
 */
public record WriteFailure(int code, String codeName, String text, BsonDocument details) {
    private static final BsonDocument NONE = new BsonDocument();

    public static WriteFailure of(CommandError error) {
        return new WriteFailure(error.code(), error.codeName(), error.text(), NONE);
    }

    static WriteFailure of(QueryException refusal) {
        return of(MongoErrors.of(refusal));
    }

    static WriteFailure of(EngineException failure) {
        return of(MongoErrors.of(failure.error()));
    }

    /** The same after these words, which say where it happened. */
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
}
