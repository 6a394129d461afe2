package dev.mayfly.test.conformance.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.mongodb.ClientSessionOptions;
import com.mongodb.MongoCommandException;
import com.mongodb.MongoWriteConcernException;
import com.mongodb.ReadConcern;
import com.mongodb.WriteConcern;
import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.connection.ClusterType;
import com.mongodb.connection.ServerType;
import dev.mayfly.app.server.MayflyServer;
import dev.mayfly.app.server.config.FaceName;
import dev.mayfly.test.testkit.MayflyTest;
import java.util.List;
import org.bson.BsonTimestamp;
import org.bson.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A server that is the primary of a replica set of its own, as a driver finds it. */
@MayflyTest(replicaSet = "rs0")
final class MongoReplicaSetIT {
    private static Document admin(MongoClient client, String command) {
        return client.getDatabase("admin").runCommand(Document.parse(command));
    }

    private static MongoCollection<Document> documents(MongoClient client, String name) {
        return client.getDatabase("set").getCollection(name);
    }

    @Test
    void driverFindsThePrimaryByTheSetsName(MayflyServer server) {
        String connection = server.connectionString(FaceName.MONGO);
        assertTrue(connection.endsWith("/?replicaSet=rs0"), connection);
        try (MongoClient client = MongoClients.create(connection)) {
            documents(client, "found").insertOne(new Document("_id", 1));
            assertEquals(ClusterType.REPLICA_SET, client.getClusterDescription().getType());
            assertEquals(
                    ServerType.REPLICA_SET_PRIMARY,
                    client.getClusterDescription()
                            .getServerDescriptions()
                            .getFirst()
                            .getType());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"hello", "isMaster"})
    void handshakeTellsOfOneMember(String name, MayflyServer server, MongoClient client) {
        Document hello = admin(client, "{" + name + ": 1}");
        String member = "127.0.0.1:" + server.port(FaceName.MONGO);
        assertEquals("rs0", hello.getString("setName"));
        assertEquals(1, hello.getInteger("setVersion"));
        assertEquals(List.of(member), hello.getList("hosts", String.class));
        assertEquals(member, hello.getString("primary"));
        assertEquals(member, hello.getString("me"));
        assertTrue(hello.getBoolean(name.equals("hello") ? "isWritablePrimary" : "ismaster"));
        assertFalse(hello.getBoolean("secondary"));
        assertTrue(hello.get("lastWrite", Document.class).containsKey("majorityOpTime"));
        assertFalse(hello.containsKey("topologyVersion"));
    }

    @Test
    void administrationSeesAPrimaryAndItsConfiguration(MongoClient client) {
        Document status = admin(client, "{replSetGetStatus: 1}");
        assertEquals("rs0", status.getString("set"));
        assertEquals(1, status.getInteger("myState"));
        List<Document> members = status.getList("members", Document.class);
        assertEquals(1, members.size());
        assertEquals("PRIMARY", members.getFirst().getString("stateStr"));
        Document config = admin(client, "{replSetGetConfig: 1}").get("config", Document.class);
        assertEquals("rs0", config.getString("_id"));
        assertEquals(
                members.getFirst().getString("name"),
                config.getList("members", Document.class).getFirst().getString("host"));
        assertEquals(
                "rs0",
                admin(client, "{serverStatus: 1}").get("repl", Document.class).getString("setName"));
        assertEquals(
                "rs0",
                admin(client, "{getCmdLineOpts: 1}")
                        .get("parsed", Document.class)
                        .get("replication", Document.class)
                        .getString("replSet"));
    }

    @Test
    void initiationIsAnsweredAsDone(MongoClient client) {
        MongoCommandException refused =
                assertThrows(MongoCommandException.class, () -> admin(client, "{replSetInitiate: {_id: 'rs0'}}"));
        assertEquals(23, refused.getErrorCode());
        assertEquals("already initialized", refused.getErrorMessage());
    }

    @Test
    void clusterTimeGrowsWithEveryWrite(MongoClient client) {
        try (ClientSession session = client.startSession()) {
            BsonTimestamp last = new BsonTimestamp(0);
            for (int number = 0; number < 20; number++) {
                documents(client, "times").insertOne(session, new Document("_id", number));
                BsonTimestamp time = session.getOperationTime();
                assertTrue(time.compareTo(last) > 0, time + " after " + last);
                last = time;
            }
            assertTrue(session.getClusterTime().getTimestamp("clusterTime").compareTo(last) >= 0);
        }
    }

    @Test
    void causalSessionReadsAfterItsWrites(MongoClient client) {
        try (ClientSession session = client.startSession(
                ClientSessionOptions.builder().causallyConsistent(true).build())) {
            MongoCollection<Document> documents = documents(client, "causal").withReadConcern(ReadConcern.MAJORITY);
            for (int number = 0; number < 5; number++) {
                documents.insertOne(session, new Document("_id", number));
                assertEquals(number + 1, documents.countDocuments(session));
            }
        }
    }

    @Test
    void timeToComeIsNotWaitedFor(MongoClient client) {
        MongoCommandException refused = assertThrows(
                MongoCommandException.class,
                () -> client.getDatabase("set")
                        .runCommand(Document.parse("{find: 'causal', readConcern:"
                                + " {afterClusterTime: {$timestamp: {t: 4000000000, i: 1}}}}")));
        assertEquals(72, refused.getErrorCode());
    }

    @ParameterizedTest
    @ValueSource(strings = {"local", "available", "majority", "linearizable", "snapshot"})
    void everyLevelOfReadConcernIsServed(String level, MongoClient client) {
        Document found = client.getDatabase("set")
                .runCommand(Document.parse("{find: 'levels', readConcern: {level: '" + level + "'}}"));
        assertEquals(1.0, found.getDouble("ok"));
    }

    @Test
    void majorityIsThisMember(MongoClient client) {
        documents(client, "majority").withWriteConcern(WriteConcern.MAJORITY).insertOne(new Document("_id", 1));
        MongoWriteConcernException unmet = assertThrows(
                MongoWriteConcernException.class,
                () -> documents(client, "majority")
                        .withWriteConcern(WriteConcern.W2)
                        .insertOne(new Document("_id", 2)));
        assertEquals(100, unmet.getCode());
        assertEquals(2, documents(client, "majority").countDocuments());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{setDefaultRWConcern: 1} | 2",
                "{setDefaultRWConcern: 1, defaultReadConcern: {level: 'snapshot'}} | 2",
                "{setDefaultRWConcern: 1, defaultReadConcern: {level: 'linearizable'}} | 2",
                "{setDefaultRWConcern: 1, defaultWriteConcern: {w: 0}} | 2",
                "{setDefaultRWConcern: 1, defaultWriteConcern: {j: true}} | 2",
                "{setDefaultRWConcern: 1, defaultWriteConcern: {w: 2}} | 100",
                "{setDefaultRWConcern: 1, defaultWriteConcern: {w: 'everywhere'}} | 79",
                "{setDefaultRWConcern: 1, defaultWriteConcern: {w: 1, fsync: true}} | 40415",
                "{reIndex: 'any'} | 20"
            })
    void whatNoMemberDoesIsRefused(String command, int code, MongoClient client) {
        MongoCommandException refused = assertThrows(MongoCommandException.class, () -> admin(client, command));
        assertEquals(code, refused.getErrorCode(), refused::toString);
    }

    @Test
    void defaultConcernsAreSetOneByOne(MongoClient client) {
        Document first = admin(client, "{getDefaultRWConcern: 1}");
        assertEquals(Document.parse("{level: 'local'}"), first.get("defaultReadConcern"));
        assertEquals("implicit", first.get("defaultReadConcernSource"));
        admin(client, "{setDefaultRWConcern: 1, defaultReadConcern: {level: 'available'}}");
        Document set = admin(client, "{setDefaultRWConcern: 1, defaultWriteConcern: {w: 1, wtimeout: 5}}");
        assertEquals(Document.parse("{level: 'available'}"), set.get("defaultReadConcern"));
        assertEquals(Document.parse("{w: 1, wtimeout: 5}"), set.get("defaultWriteConcern"));
        Document unset = admin(client, "{setDefaultRWConcern: 1, defaultReadConcern: {}}");
        assertEquals("implicit", unset.get("defaultReadConcernSource"));
        assertEquals("global", unset.get("defaultWriteConcernSource"));
        MongoCommandException refused = assertThrows(
                MongoCommandException.class, () -> admin(client, "{setDefaultRWConcern: 1, defaultWriteConcern: {}}"));
        assertEquals(20, refused.getErrorCode());
    }
}
