package dev.mayfly.face.mongo.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.mayfly.face.mongo.collection.ProfileLog;
import dev.mayfly.face.mongo.language.expression.Variables;
import dev.mayfly.face.mongo.query.Query;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** Which operations are recorded, and how many are kept. */
final class ProfilerTest {
    private static final long SLOW = TimeUnit.MILLISECONDS.toNanos(100);

    private MongoFixture fixture;
    private RawMongoClient client;
    private Profiler profiler;

    @BeforeEach
    void connect() throws IOException {
        fixture = new MongoFixture();
        client = fixture.connect();
        profiler = fixture.services.profiler();
    }

    @AfterEach
    void close() throws IOException {
        client.close();
        fixture.close();
    }

    private void take(long nanos, String op) {
        profiler.take("test", nanos, () -> new BsonDocument("op", new BsonString(op)));
    }

    private int recorded(String filter) throws IOException {
        return client.run("{count: 'system.profile', query: " + filter + ", $db: 'test'}")
                .getInt32("n")
                .getValue();
    }

    @Test
    void slowIsWhatTakesAsLongAsSlowmsOrLonger() throws IOException {
        profiler.set("test", new Profiler.Setting(Profiler.SLOW, null));
        take(SLOW - 1, "quick");
        take(SLOW, "slow");
        take(Long.MAX_VALUE, "slow");
        assertEquals(0, recorded("{op: 'quick'}"));
        assertEquals(2, recorded("{op: 'slow'}"));
        assertTrue(profiler.mayTake("other", SLOW));
        assertFalse(profiler.mayTake("other", SLOW - 1));
    }

    @Test
    void ownWorkOfTheServerHasNoLineInTheLog() throws IOException {
        ListAppender<ILoggingEvent> lines = new ListAppender<>();
        Logger logger = (Logger) LoggerFactory.getLogger(Profiler.class);
        lines.start();
        logger.addAppender(lines);
        logger.setLevel(Level.INFO);
        try {
            profiler.set("test", new Profiler.Setting(Profiler.ALL, null));
            profiler.takeOwn("test", Long.MAX_VALUE, () -> new BsonDocument("op", new BsonString("sweep")));
            assertEquals(List.of(), lines.list);
            assertEquals(1, recorded("{op: 'sweep'}"));
            take(SLOW, "slow");
            assertEquals(1, lines.list.size());
        } finally {
            logger.setLevel(null);
            logger.detachAppender(lines);
        }
    }

    @Test
    void sampleRateOfNothingTakesNothingButAtLevelTwo() throws IOException {
        profiler.setPace(new Profiler.Pace(100, 0));
        profiler.set("test", new Profiler.Setting(Profiler.SLOW, null));
        take(SLOW, "slow");
        assertEquals(0, recorded("{}"));
        profiler.set("test", new Profiler.Setting(Profiler.ALL, null));
        take(0, "quick");
        assertEquals(1, recorded("{}"));
    }

    @Test
    void filterTakesThePlaceOfTime() throws IOException {
        BsonDocument text = BsonDocument.parse("{op: 'wanted'}");
        Profiler.Filter filter = new Profiler.Filter(text, Query.filter(text, Variables.NONE));
        profiler.set("test", new Profiler.Setting(Profiler.SLOW, filter));
        take(SLOW, "slow");
        take(0, "wanted");
        assertEquals(0, recorded("{op: 'slow'}"));
        assertEquals(1, recorded("{op: 'wanted'}"));
    }

    @Test
    void newestEntriesStayWithinTheBound() throws IOException {
        String tenthOfTheBound = "x".repeat(100 << 10);
        ProfileLog log = new ProfileLog(fixture.services.collections());
        for (int i = 0; i < 12; i++) {
            log.add("test", new BsonDocument("n", new BsonInt32(i)).append("op", new BsonString(tenthOfTheBound)));
        }
        assertEquals(0, recorded("{n: {$lt: 2}}"));
        assertEquals(10, recorded("{n: {$gte: 2}}"));
    }

    @Test
    void entryThatIsLargerThanTheCollectionIsLost() throws IOException {
        client.run("{create: 'system.profile', capped: true, size: 4096, $db: 'test'}");
        profiler.set("test", new Profiler.Setting(Profiler.ALL, null));
        take(0, "x".repeat(5000));
        take(0, "small");
        assertEquals(1, recorded("{}"));
    }

    @Test
    void databaseThatIsDroppedIsNotRecordedAnyMore() throws IOException {
        client.run("{profile: 2, $db: 'test'}");
        client.run("{insert: 'c', documents: [{_id: 1}], $db: 'test'}");
        client.run("{dropDatabase: 1, $db: 'test'}");
        assertEquals(0, client.run("{profile: -1, $db: 'test'}").getInt32("was").getValue());
        client.run("{insert: 'c', documents: [{_id: 1}], $db: 'test'}");
        assertEquals(0, recorded("{ns: 'test.c', op: 'insert'}"));
    }

    @Test
    void logInIsNobodysData() throws IOException {
        client.run("{profile: 2, $db: 'admin'}");
        client.run("{ping: 1, $db: 'admin'}");
        client.run("{createUser: 'ada', pwd: 'secret', roles: [], $db: 'admin'}");
        client.run("{serverStatus: 1, $db: 'admin'}");
        assertEquals(
                0,
                client.run("{count: 'system.profile', query: {}, $db: 'admin'}")
                        .getInt32("n")
                        .getValue());
    }
}
