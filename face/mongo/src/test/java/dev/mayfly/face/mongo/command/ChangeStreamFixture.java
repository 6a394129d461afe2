package dev.mayfly.face.mongo.command;

import dev.mayfly.engine.Collection;
import dev.mayfly.face.mongo.replica.ReplicaSet;
import java.io.IOException;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A server, and a client that follows one of its change streams. */
abstract class ChangeStreamFixture {
    MongoFixture fixture;
    RawMongoClient client;
    long cursor;

    @BeforeEach
    void open() throws IOException {
        fixture = new MongoFixture(MongoSettings.open().withReplicaSet(new ReplicaSet("rs0", null)));
        client = fixture.connect();
    }

    @AfterEach
    void close() throws IOException {
        if (cursor != 0) {
            run("{killCursors: 'c', cursors: [{$numberLong: '" + cursor + "'}]}");
        }
        client.close();
        fixture.close();
    }

    BsonDocument run(String json) throws IOException {
        return run(BsonDocument.parse(json));
    }

    BsonDocument run(BsonDocument command) throws IOException {
        return client.run(command.append("$db", new BsonString("db")));
    }

    BsonDocument watch(String options, String... stages) throws IOException {
        BsonArray pipeline = new BsonArray();
        pipeline.add(new BsonDocument("$changeStream", BsonDocument.parse(options)));
        for (String stage : stages) {
            pipeline.add(BsonDocument.parse(stage));
        }
        BsonDocument reply = run(new BsonDocument("aggregate", new BsonString("c"))
                .append("pipeline", pipeline)
                .append("cursor", new BsonDocument()));
        if (reply.containsKey("cursor")) {
            cursor = reply.getDocument("cursor").getInt64("id").getValue();
        }
        return reply;
    }

    BsonDocument more() throws IOException {
        return more(new BsonDocument());
    }

    /** @param options of the request, besides a short time to wait */
    BsonDocument more(BsonDocument options) throws IOException {
        BsonDocument request = new BsonDocument("getMore", new BsonInt64(cursor))
                .append("collection", new BsonString("c"))
                .append("maxTimeMS", new BsonInt32(1));
        request.putAll(options);
        BsonDocument reply = run(request);
        if (reply.containsKey("cursor")) {
            cursor = reply.getDocument("cursor").getInt64("id").getValue();
        }
        return reply;
    }

    List<BsonDocument> events() throws IOException {
        return more().getDocument("cursor").getArray("nextBatch").stream()
                .map(BsonValue::asDocument)
                .toList();
    }

    List<String> told() throws IOException {
        return events().stream()
                .map(event -> event.getString("operationType").getValue()
                        + (event.containsKey("documentKey")
                                ? " "
                                        + event.getDocument("documentKey")
                                                .getInt32("_id")
                                                .getValue()
                                : ""))
                .toList();
    }

    void index() throws IOException {
        run("{createIndexes: 'c', indexes: [{key: {at: 1}, name: 'at_1', expireAfterSeconds: 10}]}");
    }

    Collection collection() {
        return fixture.services.collections().find("db", "c").orElseThrow();
    }

    void insertDying(int id) throws IOException {
        long now = fixture.deadlines.wallMillis();
        run("{insert: 'c', documents: [{_id: " + id + ", at: {$date: {$numberLong: '" + now + "'}}}]}");
    }
}
