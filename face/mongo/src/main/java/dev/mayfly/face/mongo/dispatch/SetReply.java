package dev.mayfly.face.mongo.dispatch;

import dev.mayfly.base.document.BsonView;
import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.command.CommandRequest;
import dev.mayfly.face.mongo.command.MongoServices;
import dev.mayfly.face.mongo.command.WriteConcern;
import dev.mayfly.face.mongo.wire.BsonBuilder;
import dev.mayfly.face.mongo.wire.Reply;
import org.bson.BsonBinary;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.jspecify.annotations.Nullable;

/** The fields that a replica set member adds to every answer: its time, and an unfulfillable write concern. */
final class SetReply {
    private static final int SIGNATURE_BYTES = 20;

    /** The signature of a time, on a server that checks none. */
    private static final BsonView SIGNATURE = BsonView.of(new BsonBuilder()
            .all(new BsonDocument("hash", new BsonBinary(new byte[SIGNATURE_BYTES])).append("keyId", new BsonInt64(0)))
            .finish());

    private SetReply() {}

    static Reply complete(Reply reply, CommandRequest request, MongoServices services) {
        long time = services.clusterTime().now();
        CommandError unmet = reply.isOk() ? WriteConcern.unmet(request) : null;
        return reply.adding(fields -> add(fields, time, unmet));
    }

    private static void add(BsonBuilder reply, long time, @Nullable CommandError unmet) {
        if (unmet != null) {
            reply.startDocument("writeConcernError")
                    .int32("code", unmet.code())
                    .text("codeName", unmet.codeName())
                    .text("errmsg", unmet.text())
                    .end();
        }
        reply.startDocument("$clusterTime")
                .timestamp("clusterTime", time)
                .raw("signature", SIGNATURE)
                .end()
                .timestamp("operationTime", time);
    }
}
