package dev.mayfly.face.mongo.dispatch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.face.mongo.command.MongoFixture;
import dev.mayfly.face.mongo.command.RawMongoClient;
import dev.mayfly.face.mongo.cursor.Batch;
import dev.mayfly.face.mongo.cursor.OpenCursor;
import dev.mayfly.face.mongo.session.CursorOwner;
import dev.mayfly.face.mongo.session.SessionId;
import dev.mayfly.face.mongo.wire.Frames;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.bson.BsonBinary;
import org.bson.BsonBinarySubType;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class CommandTableTest {
    private static final String LSID = "lsid: {id: {$binary: {base64: 'AAECAwQFBgcICQoLDA0ODw==', subType: '04'}}}";
    private static final UUID SESSION = new UUID(0x0001020304050607L, 0x08090a0b0c0d0e0fL);

    private final MongoFixture fixture;
    private final RawMongoClient client;

    CommandTableTest() throws IOException {
        fixture = new MongoFixture();
        client = fixture.connect();
    }

    @AfterEach
    void close() throws IOException {
        client.close();
        fixture.close();
    }

    @Test
    void unknownCommandIsNamed() throws IOException {
        assertError(59, "CommandNotFound", "no such command: 'atlasVersion'", "{atlasVersion: 1}");
    }

    @Test
    void unknownFieldIsRefusedAndGenericOnesPass() throws IOException {
        assertError(40415, "IDLUnknownField", "BSON field 'ping.foo' is an unknown field.", "{ping: 1, foo: 2}");
        assertOk("{ping: 1, " + LSID + ", $clusterTime: {}, $readPreference: {mode: 'primary'}, comment: 'x',"
                + " maxTimeMS: 5, readConcern: {}, writeConcern: {}, apiVersion: '1', apiStrict: false}");
        assertError(322, "APIVersionError", "API version must be \"1\"", "{ping: 1, apiVersion: '2'}");
        assertError(
                20,
                "IllegalOperation",
                "Transaction numbers are only allowed on a replica set member or mongos",
                "{ping: 1, txnNumber: {$numberLong: '1'}}");
    }

    @Test
    void fieldSaidTwiceIsRefused() throws IOException {
        byte[] command = Frames.bson("{find: 'c', limit: 1, limix: 2, $db: 'test'}");
        String text = new String(command, StandardCharsets.ISO_8859_1).replace("limix", "limit");
        client.send(Frames.msg(7, 0, Frames.body(text.getBytes(StandardCharsets.ISO_8859_1))));
        BsonDocument reply = client.receive();
        assertEquals(40413, reply.getInt32("code").getValue());
        assertEquals("IDLDuplicateField", reply.getString("codeName").getValue());
        assertEquals(
                "BSON field 'find.limit' is a duplicate field",
                reply.getString("errmsg").getValue());
    }

    @Test
    void databaseIsCheckedForEveryCommand() throws IOException {
        assertError(73, "InvalidNamespace", "Invalid database name: 'a.b'", "{ping: 1, $db: 'a.b'}");
        assertError(73, "InvalidNamespace", "Invalid database name: ''", "{ping: 1, $db: ''}");
        assertError(40571, "Location40571", "OP_MSG requests require a $db argument", "{ping: 1, $db: 5}");
        assertError(
                13, "Unauthorized", "getLog may only be run against the admin database.", "{getLog: '*', $db: 'test'}");
    }

    @Test
    void serverDescribesItself() throws IOException {
        BsonDocument build = assertOk("{buildInfo: 1}");
        assertEquals("7.0.14", build.getString("version").getValue());
        assertEquals(BsonDocument.parse("{a: [7, 0, 14, 0]}").get("a"), build.get("versionArray"));
        assertTrue(assertOk("{hostInfo: 1}").getDocument("system").containsKey("numCores"));
        assertEquals(
                BsonDocument.parse("{totalLinesWritten: 0, log: [], ok: 1.0}"),
                client.run("{getLog: 'startupWarnings'}"));
        assertEquals(96, client.run("{getLog: 'x'}").getInt32("code").getValue());
        assertEquals(BsonDocument.parse("{argv: ['mayfly'], parsed: {}, ok: 1.0}"), client.run("{getCmdLineOpts: 1}"));
        assertTrue(assertOk("{whatsmyuri: 1}").getString("you").getValue().startsWith("127.0.0.1:"));
        BsonDocument commands = assertOk("{listCommands: 1}").getDocument("commands");
        assertTrue(commands.containsKey("hello") && commands.containsKey("listCommands"));
        assertEquals(
                BsonDocument.parse("{authInfo: {authenticatedUsers: [], authenticatedUserRoles: [],"
                        + " authenticatedUserPrivileges: []}, ok: 1.0}"),
                client.run("{connectionStatus: 1, showPrivileges: true}"));
    }

    @Test
    void diagnosticDataCarriesWhatExportersReadOfExpiry() throws IOException {
        BsonDocument data = assertOk("{getDiagnosticData: 1}").getDocument("data");
        BsonDocument ttl =
                data.getDocument("serverStatus").getDocument("metrics").getDocument("ttl");
        assertEquals(0, ttl.getInt64("deletedDocuments").getValue());
        assertTrue(ttl.containsKey("passes"));
    }

    @Test
    void parametersAreShownAndSet() throws IOException {
        List<BsonValue> seen = new ArrayList<>();
        fixture.services.parameters().get("ttlMonitorSleepSecs").onChange(seen::add);
        assertEquals(BsonDocument.parse("{was: 60, ok: 1.0}"), client.run("{setParameter: 1, ttlMonitorSleepSecs: 1}"));
        assertEquals(
                BsonDocument.parse("{ttlMonitorSleepSecs: 1, ttlMonitorEnabled: true, ok: 1.0}"),
                client.run("{getParameter: 1, ttlMonitorSleepSecs: 1, ttlMonitorEnabled: 1}"));
        assertEquals(1, seen.size());
        assertEquals(
                BsonDocument.parse("{was: true, ok: 1.0}"), client.run("{setParameter: 1, ttlMonitorEnabled: false}"));
        assertEquals(
                BsonDocument.parse("{featureCompatibilityVersion: {version: '7.0'}, ok: 1.0}"),
                client.run("{getParameter: 1, featureCompatibilityVersion: 1}"));
        assertTrue(assertOk("{getParameter: '*'}").containsKey("authSchemaVersion"));
        assertTrue(assertOk("{getParameter: {showDetails: true}, ttlMonitorEnabled: 1}")
                .getDocument("ttlMonitorEnabled")
                .getBoolean("settableAtRuntime")
                .getValue());
    }

    @Test
    void parametersOutOfRangeAreRefused() throws IOException {
        for (String bad : List.of("0", "-1", "'x'", "{}", "{$numberLong: '3000000000'}", "{$numberDouble: 'NaN'}")) {
            assertEquals(
                    2,
                    client.run("{setParameter: 1, ttlMonitorSleepSecs: " + bad + "}")
                            .getInt32("code")
                            .getValue());
        }
        assertError(
                2,
                "BadValue",
                "Invalid value for parameter ttlMonitorSleepSecs: 0 is not greater than 0",
                "{setParameter: 1, ttlMonitorSleepSecs: 0}");
        assertEquals(
                1,
                client.run("{setParameter: 1, ttlIndexDeleteTargetDocs: 0}")
                        .getDouble("ok")
                        .getValue());
        assertError(72, "InvalidOptions", "no option found to get", "{getParameter: 1, foo: 1}");
        assertError(72, "InvalidOptions", "no option found to get", "{getParameter: 'foo'}");
        assertError(
                72,
                "InvalidOptions",
                "attempted to set unrecognized parameter [foo], use help:true to see options ",
                "{setParameter: 1, foo: 1}");
        assertEquals(
                20,
                client.run("{setParameter: 1, authSchemaVersion: 1}")
                        .getInt32("code")
                        .getValue());
    }

    @Test
    void sessionsBeginAndEnd() throws IOException {
        BsonDocument started = assertOk("{startSession: 1}");
        assertEquals(30, started.getInt32("timeoutMinutes").getValue());
        BsonBinary id = started.getDocument("id").getBinary("id");
        assertEquals(1, fixture.services.sessions().logical().size());
        assertOk(new BsonDocument("refreshSessions", list(id)).toJson());
        assertOk(new BsonDocument("endSessions", list(id)).toJson());
        assertEquals(0, fixture.services.sessions().logical().size());
        assertOk("{getParameter: '*', " + LSID + "}");
        assertTrue(fixture.services.sessions().logical().isActive(new SessionId(SESSION, "")));
        assertOk("{killAllSessions: []}");
        assertFalse(fixture.services.sessions().logical().isActive(new SessionId(SESSION, "")));
        assertEquals(2, client.run("{endSessions: [{id: 5}]}").getInt32("code").getValue());
        BsonValue generic = list(new BsonBinary(new byte[16]));
        BsonValue tooShort = list(new BsonBinary(BsonBinarySubType.UUID_STANDARD, new byte[15]));
        for (BsonValue wrong : List.of(generic, tooShort)) {
            String command = new BsonDocument("endSessions", wrong).toJson();
            assertEquals(2, client.run(command).getInt32("code").getValue(), command);
        }
        assertEquals(14, client.run("{endSessions: 5}").getInt32("code").getValue());
    }

    @Test
    void cursorsAreKilledByTheirOwner() throws IOException {
        CursorOwner owner = new CursorOwner("", Optional.empty(), 1);
        OpenCursor cursor = new OpenCursor() {
            @Override
            public Batch next(int maxDocs, int maxBytes) {
                return new Batch(List.of(), true);
            }

            @Override
            public void close() {}
        };
        long id = fixture.services.sessions().cursors().open(owner, "d.c", cursor, false);
        assertEquals(
                BsonDocument.parse(
                        "{cursorsKilled: [{$numberLong: '" + id + "'}], cursorsNotFound: [{$numberLong: '5'}],"
                                + " cursorsAlive: [], cursorsUnknown: [], ok: 1.0}"),
                client.run("{killCursors: 'c', $db: 'd', cursors: [{$numberLong: '" + id + "'}, {$numberLong: '5'}]}"));
        assertEquals(40414, client.run("{killCursors: 'c'}").getInt32("code").getValue());
        assertEquals(
                73, client.run("{killCursors: 5, cursors: []}").getInt32("code").getValue());
    }

    private BsonDocument assertOk(String command) throws IOException {
        BsonDocument reply = client.run(command);
        assertEquals(1.0, reply.getDouble("ok").getValue(), reply.toJson());
        return reply;
    }

    private void assertError(int code, String name, String text, String command) throws IOException {
        assertEquals(
                new BsonDocument("ok", new org.bson.BsonDouble(0))
                        .append("errmsg", new org.bson.BsonString(text))
                        .append("code", new org.bson.BsonInt32(code))
                        .append("codeName", new org.bson.BsonString(name)),
                client.run(command));
    }

    private static BsonValue list(BsonBinary id) {
        return new org.bson.BsonArray(List.of(new BsonDocument("id", id)));
    }
}
