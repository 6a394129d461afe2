package dev.mayfly.face.mongo.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.engine.Collection;
import dev.mayfly.engine.catalog.ExpireLimit;
import dev.mayfly.face.mongo.dispatch.InnerClient;
import java.io.IOException;
import org.bson.BsonDocument;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Every way in which a client can make documents expire at once meets the guard of the collection. */
final class ExpiryGuardTest {
    private MongoFixture fixture;
    private InnerClient client;

    @BeforeEach
    void start() throws IOException {
        fixture = new MongoFixture();
        client = new InnerClient(fixture.services);
        run("{insert: 'c', documents: [{_id: 1, at: {$date: 0}}, {_id: 2, at: {$date: 0}}]}");
        collection().definition().guard(new ExpireLimit(1));
    }

    @AfterEach
    void stop() {
        fixture.close();
    }

    private Collection collection() {
        return fixture.services.collections().find("test", "c").orElseThrow();
    }

    private BsonDocument run(String command) {
        return client.run(BsonDocument.parse(command.replaceFirst("}$", ", \\$db: 'test'}")));
    }

    private void assertRefused(String command) {
        BsonDocument reply = run(command);
        assertEquals(0, reply.getNumber("ok").intValue(), command);
        assertEquals(96, reply.getNumber("code").intValue(), reply.toJson());
        String text = reply.getString("errmsg").getValue();
        assertTrue(text.contains("more than 1 documents of test.c at once"), text);
        assertTrue(text.contains("Look with dryRun: true first; to allow it say maxExpire: N"), text);
        assertEquals(2, collection().count(collection().reading()));
    }

    private void succeed(String command) {
        BsonDocument reply = run(command);
        assertEquals(1, reply.getNumber("ok").intValue(), reply.toJson());
    }

    @Test
    void anIndexWithARule() {
        assertRefused("{createIndexes: 'c', indexes: [{key: {at: 1}, name: 'at', expireAfterSeconds: 60}]}");
        assertTrue(collection().record().indexes().isEmpty());
    }

    @Test
    void aRuleForAnIndexAndAChangeOfOne() {
        succeed("{createIndexes: 'c', indexes: [{key: {at: 1}, name: 'at'}]}");
        assertRefused("{collMod: 'c', index: {name: 'at', expireAfterSeconds: 60}}");
        succeed("{collMod: 'c', index: {name: 'at', expireAfterSeconds: 2000000000}}");
        assertRefused("{collMod: 'c', index: {name: 'at', expireAfterSeconds: 60}}");
        succeed("{collMod: 'c', index: {name: 'at', expireAfterSeconds: 60}, maxExpire: 2}");
    }

    @Test
    void theMonitorTurnedOnAgain() {
        BsonDocument off = client.run(BsonDocument.parse("{setParameter: 1, ttlMonitorEnabled: false, $db: 'admin'}"));
        assertEquals(1, off.getNumber("ok").intValue(), off.toJson());
        succeed("{createIndexes: 'c', indexes: [{key: {at: 1}, name: 'at', expireAfterSeconds: 60}]}");
        BsonDocument on = client.run(BsonDocument.parse("{setParameter: 1, ttlMonitorEnabled: true, $db: 'admin'}"));
        assertEquals(96, on.getNumber("code").intValue(), on.toJson());
        assertEquals(2, collection().count(collection().reading()));
        collection().definition().guard(ExpireLimit.NONE);
        on = client.run(BsonDocument.parse("{setParameter: 1, ttlMonitorEnabled: true, $db: 'admin'}"));
        assertEquals(1, on.getNumber("ok").intValue(), on.toJson());
        assertEquals(0, collection().count(collection().reading()));
    }
}
