package dev.mayfly.test.conformance.mongo;

import static dev.mayfly.test.conformance.mongo.Ground.json;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.mongodb.MongoCommandException;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Indexes;
import com.mongodb.client.model.Updates;
import dev.mayfly.test.testkit.MayflyTest;
import java.time.Duration;
import java.util.List;
import org.bson.Document;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Properties that die before their documents, by the option of a TTL index. */
@MayflyTest
final class MongoPropertyIT extends OnGround {
    private static final Duration CODE_LIVES = Duration.ofMinutes(5);

    @BeforeEach
    void makeRule() {
        ground.createIndex(new Document("key", json("{code: 1}"))
                .append("name", "code")
                .append("expireAfterSeconds", CODE_LIVES.toSeconds())
                .append("mayfly", json("{property: 'code'}")));
    }

    private Document session() {
        return Ground.first(ground.documents().find(Filters.eq("_id", "ann")));
    }

    @Test
    void codeDiesWhileItsSessionLives() {
        ground.documents().createIndex(Indexes.ascending("code", "user"));
        ground.documents().insertOne(json("{_id: 'ann', user: 'ann', code: '417-902'}"));
        ground.advance(CODE_LIVES.minusMillis(1));
        assertEquals("417-902", session().get("code"));
        ground.documents().updateOne(Filters.eq("_id", "ann"), Updates.set("seen", 1));
        ground.advance(Duration.ofMillis(1));
        assertEquals(json("{_id: 'ann', user: 'ann', seen: 1}"), session());
        assertEquals(0, ground.documents().countDocuments(Filters.eq("code", "417-902")));
        // The sweeper of whichever server has taken the bytes out by then.
        ground.advance(Duration.ofMinutes(2));
        assertEquals(1, ground.documents().countDocuments(Filters.exists("code", false)));
        assertEquals(json("{_id: 'ann', user: 'ann', seen: 1}"), session());
        ground.documents().updateOne(Filters.eq("_id", "ann"), Updates.set("code", "new"));
        assertEquals(1, ground.documents().countDocuments(Filters.eq("code", "new")));
    }

    @Test
    void guardRefusesWhatWouldExpireTooManyProperties() {
        ground.documents().insertMany(List.of(json("{_id: 'ann', code: 1}"), json("{_id: 'bob', code: 2}")));
        ground.advance(Duration.ofMinutes(1));
        Document sooner =
                new Document("collMod", ground.name()).append("index", json("{name: 'code', expireAfterSeconds: 30}"));
        MongoCommandException refused = assertThrows(
                MongoCommandException.class, () -> ground.run(new Document(sooner).append("maxExpire", 1)));
        assertEquals(96, refused.getErrorCode());
        assertTrue(refused.getErrorMessage().contains("more than 1 properties of"), refused.getErrorMessage());
        assertEquals(1, session().get("code"));
        Document losses = ground.run(new Document(sooner).append("dryRun", true))
                .get("dryRun", Document.class)
                .get("properties", Document.class)
                .getList("paths", Document.class)
                .getFirst();
        assertEquals("code", losses.getString("path"));
        assertEquals(
                List.of("\"ann\"", "\"bob\""),
                losses.getList("samples", Document.class).stream()
                        .map(sample -> sample.getString("id"))
                        .sorted()
                        .toList());
        ground.run(new Document(sooner).append("maxExpire", 2));
        assertEquals(json("{_id: 'ann'}"), session());
    }
}
