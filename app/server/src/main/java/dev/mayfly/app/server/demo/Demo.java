package dev.mayfly.app.server.demo;

import dev.mayfly.base.document.BsonEncoding;
import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.base.document.KeyWriter;
import dev.mayfly.base.document.Lifetime;
import dev.mayfly.base.document.Stamp;
import dev.mayfly.base.document.TreeView;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.Engine;
import dev.mayfly.engine.catalog.CollectionName;
import dev.mayfly.engine.document.Decision;
import dev.mayfly.engine.write.WriteRequest;
import dev.mayfly.face.mongo.collection.IndexSpec;
import dev.mayfly.face.mongo.collection.MongoCollections;
import dev.mayfly.store.api.Durability;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;

/** Documents that expire while one watches: sessions within ten minutes, codes within one, events within a day. */
public final class Demo {
    private static final String DATABASE = "demo";
    private static final int SESSIONS = 600;
    private static final int CODES = 60;
    private static final int EVENTS = 1_440;

    private final Engine engine;
    private final long now;

    private Demo(Engine engine) {
        this.engine = engine;
        this.now = engine.clock().wallMillis();
    }

    /** Loads the documents, and says what to look at. */
    public static String load(Engine engine) {
        Demo demo = new Demo(engine);
        demo.fill("sessions", "expiresAt", 0, SESSIONS, 1_000);
        demo.fill("codes", "expiresAt", 0, CODES, 1_000);
        demo.fill("events", "createdAt", 86_400, EVENTS, -60_000);
        return """
            The database "demo" holds documents that die while you watch:

              sessions  %d, one dies every second for ten minutes
              codes     %d, one dies every second for a minute
              events    %d, one dies every minute for a day

              mayfly status
              mayfly ttl explain demo.codes 30
            """.formatted(SESSIONS, CODES, EVENTS);
    }

    /** Inserts documents: the n-th has the date now + n * step, and expires {@code afterSeconds} after it. */
    private void fill(String name, String field, int afterSeconds, int documents, long stepMillis) {
        MongoCollections collections = new MongoCollections(engine);
        CollectionName full = new CollectionName(MongoCollections.FACE, DATABASE, name);
        if (engine.find(full) != null) {
            engine.catalog().drop(full);
        }
        Collection collection = collections.create(DATABASE, name);
        BsonDocument index = new BsonDocument("key", new BsonDocument(field, new BsonInt32(1)))
                .append("name", new BsonString(field + "_1"))
                .append("expireAfterSeconds", new BsonInt32(afterSeconds));
        collection.definition().createIndex(IndexSpec.of(index, false).request());
        List<WriteRequest> requests = new ArrayList<>();
        for (int number = 1; number <= documents; number++) {
            requests.add(insert(number, name, field, now + number * stepMillis));
        }
        collection.writeAll(requests, true, Durability.LOGGED);
    }

    private static WriteRequest insert(int number, String name, String field, long date) {
        BsonValue id = new BsonInt32(number);
        BsonDocument document = new BsonDocument("_id", id)
                .append("what", new BsonString(name + " " + number))
                .append(field, new BsonDateTime(date));
        DocumentKey key = new DocumentKey(KeyWriter.encode(TreeView.of(id)));
        byte[] body = BsonEncoding.encode(document);
        return new WriteRequest(key, (_, _) -> new Decision.Put(body, Lifetime.INHERIT, Stamp.NO_FACE_BYTES));
    }
}
