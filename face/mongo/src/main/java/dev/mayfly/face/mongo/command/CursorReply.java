package dev.mayfly.face.mongo.command;

import dev.mayfly.face.mongo.wire.BsonBuilder;
import dev.mayfly.face.mongo.wire.Reply;
import java.util.List;
import org.bson.BsonDocument;

/** Answers that have the shape of a cursor but hold everything at once. */
final class CursorReply {
    private CursorReply() {}

    static Reply whole(String namespace, List<BsonDocument> documents) {
        BsonBuilder reply = new BsonBuilder()
                .startDocument("cursor")
                .int64("id", 0)
                .text("ns", namespace)
                .startArray("firstBatch");
        documents.forEach(reply::element);
        return Reply.ok(reply.end().end());
    }
}
