package dev.mayfly.face.mongo.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.face.mongo.wire.Compressor;
import dev.mayfly.face.mongo.wire.Frames;
import dev.mayfly.face.mongo.wire.WireMessage;
import dev.mayfly.store.memory.SharedMemoryStore;
import java.io.IOException;
import java.util.List;
import org.bson.BsonDocument;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class HandshakeTest {
    private final MongoFixture fixture;
    private final RawMongoClient client;

    HandshakeTest() throws IOException {
        fixture = new MongoFixture();
        client = fixture.connect();
    }

    @BeforeEach
    void nothingIsSaidUnasked() {
        assertEquals(0, fixture.services.sessions().logical().size());
    }

    @AfterEach
    void close() throws IOException {
        client.close();
        fixture.close();
    }

    @Test
    void helloSaysWhatTheServerIs() throws IOException {
        BsonDocument hello = client.run("{hello: 1, helloOk: true, client: {driver: {name: 'x'}}, backpressure: '2'}");
        hello.remove("connectionId");
        assertEquals(BsonDocument.parse("""
                        {helloOk: true, isWritablePrimary: true, maxBsonObjectSize: 16777216,
                         maxMessageSizeBytes: 48000000, maxWriteBatchSize: 100000, localTime: {$date: 1700000000000},
                         logicalSessionTimeoutMinutes: 30, minWireVersion: 0, maxWireVersion: 21, readOnly: false,
                         ok: 1.0}"""), hello);
    }

    @Test
    void oneOfSeveralServersSaysThatItIsARouter() throws IOException {
        try (MongoFixture one = new MongoFixture(MongoSettings.open(), new SharedMemoryStore());
                RawMongoClient asking = one.connect()) {
            BsonDocument hello = asking.run("{hello: 1}");
            assertEquals("isdbgrid", hello.getString("msg").getValue());
            assertTrue(hello.getBoolean("isWritablePrimary").getValue());
            assertEquals(30, hello.getInt32("logicalSessionTimeoutMinutes").getValue());
        }
        assertFalse(client.run("{hello: 1}").containsKey("msg"));
    }

    @Test
    void isMasterIsUnderstoodInTheOldWay() throws IOException {
        for (String name : List.of("isMaster", "ismaster")) {
            BsonDocument answer = client.query("admin.$cmd", "{" + name + ": 1, helloOk: true}");
            assertTrue(answer.getBoolean("ismaster").getValue());
            assertTrue(answer.getBoolean("helloOk").getValue());
            assertEquals(1.0, answer.getDouble("ok").getValue());
            assertFalse(answer.containsKey("isWritablePrimary"));
            assertFalse(answer.containsKey("topologyVersion"));
        }
    }

    @Test
    void otherCommandsAreNotServedInTheOldWay() throws IOException {
        BsonDocument answer = client.query("admin.$cmd", "{ping: 1}");
        assertEquals(352, answer.getInt32("code").getValue());
    }

    @Test
    void compressionIsAgreedInTheClientsOrder() throws IOException {
        BsonDocument hello = client.run("{hello: 1, compression: ['zstd', 'lzma', 'snappy', 'none']}");
        assertEquals(BsonDocument.parse("{a: ['zstd', 'snappy']}").get("a"), hello.get("compression"));
    }

    @ParameterizedTest
    @EnumSource(Compressor.class)
    void packedRequestGetsAPackedAnswer(Compressor compressor) throws IOException {
        byte[] ping = Frames.msg(5, 0, Frames.body(Frames.bson("{ping: 1, $db: 'admin'}")));
        client.send(Frames.compressed(compressor, ping, 0));
        WireMessage answer = client.receiveMessage();
        assertEquals(compressor, answer.form().compressor());
        assertEquals(BsonDocument.parse("{ok: 1.0}"), answer.body().toBsonValue());
    }

    @Test
    void checksumIsAnsweredWithAChecksum() throws IOException {
        client.send(Frames.msg(5, Frames.CHECKSUM, Frames.body(Frames.bson("{ping: 1, $db: 'admin'}"))));
        assertTrue(client.receiveMessage().form().hasChecksum());
    }

    @Test
    void nothingIsAnsweredWhereMoreIsToCome() throws IOException {
        client.send(Frames.msg(5, Frames.MORE_TO_COME, Frames.body(Frames.bson("{endSessions: [], $db: 'admin'}"))));
        client.send(Frames.msg(6, Frames.MORE_TO_COME, Frames.body(Frames.bson("{noSuch: 1, $db: 'admin'}"))));
        assertEquals(BsonDocument.parse("{ok: 1.0}"), client.run("{ping: 1}"));
    }

    @Test
    void wrongChecksumClosesTheConnection() throws IOException {
        byte[] frame = Frames.msg(5, Frames.CHECKSUM, Frames.body(Frames.bson("{ping: 1, $db: 'admin'}")));
        frame[frame.length - 1] ^= 1;
        client.send(frame);
        assertTrue(client.isClosedByServer());
    }

    @Test
    void invalidBsonIsAnsweredWithAnError() throws IOException {
        byte[] document = Frames.bson("{ping: 1, $db: 'admin'}");
        document[4] = 99;
        client.send(Frames.msg(5, 0, Frames.body(document)));
        assertEquals(22, client.receive().getInt32("code").getValue());
        assertEquals(BsonDocument.parse("{ok: 1.0}"), client.run("{ping: 1}"));
    }

    @Test
    void bombInAPackedMessageClosesTheConnection() throws IOException {
        byte[] plain = Frames.frame(1, 2013, new byte[10_000_000]);
        client.send(Frames.compressed(Compressor.ZSTD, plain, 0));
        assertTrue(client.isClosedByServer());
    }
}
