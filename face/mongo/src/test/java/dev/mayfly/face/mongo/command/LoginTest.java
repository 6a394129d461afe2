package dev.mayfly.face.mongo.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.face.mongo.session.Role;
import dev.mayfly.face.mongo.session.ScramClient;
import dev.mayfly.face.mongo.wire.Frames;
import java.io.IOException;
import java.util.Base64;
import java.util.List;
import org.bson.BsonDocument;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class LoginTest {
    private final MongoFixture fixture;
    private final RawMongoClient client;

    LoginTest() throws IOException {
        fixture = new MongoFixture(MongoSettings.closed());
        fixture.addUser("root", "secret", new Role("root", "admin"));
        client = fixture.connect();
    }

    @AfterEach
    void close() throws IOException {
        client.close();
        fixture.close();
    }

    @Test
    void littleIsServedBeforeLogin() throws IOException {
        assertEquals(1.0, client.run("{hello: 1}").getDouble("ok").getValue());
        assertEquals(1.0, client.run("{ping: 1}").getDouble("ok").getValue());
        BsonDocument refused = client.run("{hostInfo: 1}");
        assertEquals(13, refused.getInt32("code").getValue());
        assertEquals(
                "Command hostInfo requires authentication",
                refused.getString("errmsg").getValue());
    }

    @Test
    void loginOpensTheServerAndLogoutClosesItAgain() throws IOException {
        assertTrue(client.login("admin", "root", "secret").getBoolean("done").getValue());
        assertEquals(1.0, client.run("{hostInfo: 1}").getDouble("ok").getValue());
        assertEquals(
                BsonDocument.parse("{authInfo: {authenticatedUsers: [{user: 'root', db: 'admin'}],"
                        + " authenticatedUserRoles: [{role: 'root', db: 'admin'}]}, ok: 1.0}"),
                client.run("{connectionStatus: 1}"));
        assertEquals(1.0, client.run("{logout: 1}").getDouble("ok").getValue());
        assertEquals(13, client.run("{hostInfo: 1}").getInt32("code").getValue());
    }

    @Test
    void wrongPasswordAndUnknownUserAreAnsweredAlike() throws IOException {
        BsonDocument wrong = client.login("admin", "root", "guess");
        BsonDocument unknown = client.login("admin", "nobody", "secret");
        assertEquals(wrong, unknown);
        assertEquals(18, wrong.getInt32("code").getValue());
        assertEquals("Authentication failed.", wrong.getString("errmsg").getValue());
    }

    @Test
    void loginMayBeginWithHello() throws IOException {
        ScramClient scram = new ScramClient("root", "secret");
        BsonDocument hello =
                client.run("{hello: 1, saslSupportedMechs: 'admin.root', speculativeAuthenticate: {saslStart: 1,"
                        + " mechanism: 'SCRAM-SHA-256', db: 'admin', options: {skipEmptyExchange: true}, payload: {$binary: {base64: '"
                        + Base64.getEncoder().encodeToString(scram.first()) + "', subType: '00'}}}}");
        assertEquals(BsonDocument.parse("{a: ['SCRAM-SHA-256']}").get("a"), hello.get("saslSupportedMechs"));
        BsonDocument begun = hello.getDocument("speculativeAuthenticate");
        byte[] last = scram.last(begun.getBinary("payload").getData());
        BsonDocument done = client.run("{saslContinue: 1, conversationId: "
                + begun.getInt32("conversationId").getValue() + ", payload: {$binary: {base64: '"
                + Base64.getEncoder().encodeToString(last) + "', subType: '00'}}}");
        assertTrue(done.getBoolean("done").getValue(), done.toJson());
        assertEquals(1.0, client.run("{hostInfo: 1}").getDouble("ok").getValue());
    }

    @Test
    void speculationThatFailsIsPassedOver() throws IOException {
        BsonDocument hello = client.run(
                "{hello: 1, speculativeAuthenticate: {saslStart: 1, mechanism: 'MONGODB-X509', db: '$external'}}");
        assertEquals(1.0, hello.getDouble("ok").getValue());
        assertFalse(hello.containsKey("speculativeAuthenticate"));
        assertEquals(
                17,
                client.run("{saslContinue: 1, conversationId: 1, payload: ''}")
                        .getInt32("code")
                        .getValue());
    }

    @Test
    void strangeLoginsAreRefusedQuietly() throws IOException {
        assertEquals(
                334,
                client.run("{saslStart: 1, mechanism: 'SCRAM-SHA-1', payload: ''}")
                        .getInt32("code")
                        .getValue());
        assertEquals(
                2,
                client.run("{saslStart: 1, mechanism: {$numberLong: '5'}, payload: ''}")
                        .getInt32("code")
                        .getValue());
        assertEquals(
                14,
                client.run("{saslStart: 1, mechanism: 'SCRAM-SHA-256', payload: 5}")
                        .getInt32("code")
                        .getValue());
        assertEquals(
                9,
                client.run("{saslStart: 1, mechanism: 'SCRAM-SHA-256', payload: '%'}")
                        .getInt32("code")
                        .getValue());
        assertEquals(
                18,
                client.run("{saslStart: 1, mechanism: 'SCRAM-SHA-256', payload: 'biws'}")
                        .getInt32("code")
                        .getValue());
        assertEquals(1.0, client.run("{ping: 1}").getDouble("ok").getValue());
    }

    @Test
    void longMessageIsRefusedBeforeLoginAndTakenAfterwards() throws IOException {
        String large = "{ping: 1, $db: 'admin', comment: '" + "x".repeat(2 << 20) + "'}";
        byte[] frame = Frames.msg(1, 0, Frames.body(Frames.bson(large)));
        try (RawMongoClient stranger = fixture.connect()) {
            try {
                stranger.send(frame);
            } catch (IOException _) {
                return;
            }
            assertTrue(stranger.isClosedByServer());
        }
        client.login("admin", "root", "secret");
        client.send(frame);
        assertEquals(1.0, client.receive().getDouble("ok").getValue());
    }

    @Test
    void usersAreCreatedChangedListedAndDropped() throws IOException {
        client.login("admin", "root", "secret");
        String create = "{createUser: 'app', pwd: 'one', roles: ['readWrite', {role: 'read', db: 'other'}],"
                + " customData: {team: 5}, $db: 'shop'}";
        assertEquals(1.0, client.run(create).getDouble("ok").getValue());
        assertEquals(51003, client.run(create).getInt32("code").getValue());
        assertEquals(
                BsonDocument.parse("{users: [{_id: 'shop.app', user: 'app', db: 'shop', customData: {team: 5},"
                        + " roles: [{role: 'readWrite', db: 'shop'}, {role: 'read', db: 'other'}],"
                        + " mechanisms: ['SCRAM-SHA-256']}], ok: 1.0}"),
                client.run("{usersInfo: 'app', $db: 'shop'}"));
        try (RawMongoClient app = fixture.connect()) {
            assertTrue(app.login("shop", "app", "one").getBoolean("done").getValue());
            BsonDocument refused = app.run("{usersInfo: 1, $db: 'shop'}");
            assertEquals(
                    "not authorized on shop to execute command { usersInfo: 1, $db: \"shop\" }",
                    refused.getString("errmsg").getValue());
        }
        assertEquals(
                1.0,
                client.run("{updateUser: 'app', pwd: 'two', $db: 'shop'}")
                        .getDouble("ok")
                        .getValue());
        try (RawMongoClient app = fixture.connect()) {
            assertEquals(18, app.login("shop", "app", "one").getInt32("code").getValue());
            assertTrue(app.login("shop", "app", "two").getBoolean("done").getValue());
        }
        assertEquals(
                2,
                client.run("{usersInfo: {forAllDBs: true}}").getArray("users").size());
        assertEquals(
                1.0,
                client.run("{dropUser: 'app', $db: 'shop'}").getDouble("ok").getValue());
        BsonDocument missing = client.run("{dropUser: 'app', $db: 'shop'}");
        assertEquals("User 'app@shop' not found", missing.getString("errmsg").getValue());
        assertEquals(
                31,
                client.run("{createUser: 'x', pwd: 'y', roles: ['king']}")
                        .getInt32("code")
                        .getValue());
        assertEquals(
                2,
                client.run("{createUser: 'x', pwd: 'y', roles: [], mechanisms: ['SCRAM-SHA-1']}")
                        .getInt32("code")
                        .getValue());
        assertEquals(
                2, client.run("{createUser: 'x', roles: []}").getInt32("code").getValue());
    }

    @Test
    void whoMayOnlyReadReadsViews() throws IOException {
        client.login("admin", "root", "secret");
        client.run("{insert: 'c', documents: [{_id: 1}, {_id: 2}], $db: 'shop'}");
        client.run("{create: 'v', viewOn: 'c', pipeline: [{$match: {_id: 2}}], $db: 'shop'}");
        client.run("{createUser: 'reader', pwd: 'one', roles: ['read'], $db: 'shop'}");
        try (RawMongoClient reader = fixture.connect()) {
            reader.login("shop", "reader", "one");
            assertEquals(BsonDocument.parse("{n: 1, ok: 1.0}"), reader.run("{count: 'v', $db: 'shop'}"));
            BsonDocument found = reader.run("{find: 'v', $db: 'shop'}");
            assertEquals(1, found.getDocument("cursor").getArray("firstBatch").size());
            for (String refused : List.of(
                    "{create: 'w', viewOn: 'c', pipeline: [], $db: 'shop'}",
                    "{collMod: 'v', viewOn: 'c', pipeline: [], $db: 'shop'}",
                    "{convertToCapped: 'c', size: 5000, $db: 'shop'}",
                    "{insert: 'c', documents: [{}], bypassDocumentValidation: true, $db: 'shop'}")) {
                assertEquals(13, reader.run(refused).getInt32("code").getValue(), refused);
            }
        }
    }
}
