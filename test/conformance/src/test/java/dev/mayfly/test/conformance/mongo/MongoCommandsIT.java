package dev.mayfly.test.conformance.mongo;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.mongodb.client.MongoClient;
import dev.mayfly.app.server.MayflyServer;
import dev.mayfly.app.server.config.FaceName;
import dev.mayfly.test.testkit.Fresh;
import dev.mayfly.test.testkit.MayflyTest;
import java.util.List;
import java.util.TreeSet;
import org.bson.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which commands are served. */
@MayflyTest
final class MongoCommandsIT {
    /** Answered because monitoring asks, though there is nothing to tell. */
    static final List<String> OF_REPLICA_SETS =
            List.of("replSetFreeze", "replSetGetConfig", "replSetGetStatus", "replSetInitiate", "replSetStepDown");

    /** Tried where there are transactions, by the tests of a replica set. */
    static final List<String> OF_TRANSACTIONS = List.of("abortTransaction", "commitTransaction");

    /** Told by a member of a replica set alone. */
    static final List<String> OF_MEMBERS = List.of("getDefaultRWConcern", "setDefaultRWConcern");

    /** Told by a mongos; a server that is alone knows it and says that there are no shards. */
    static final List<String> OF_ROUTERS = List.of("getShardMap");

    @Test
    @Fresh
    void everyListedCommandSucceedsThroughTheDriver(MongoClient client, MayflyServer server) {
        Document listed = client.getDatabase("admin")
                .runCommand(new Document("listCommands", 1))
                .get("commands", Document.class);
        TreeSet<String> expected = new TreeSet<>(CommandTour.commands());
        expected.addAll(OF_REPLICA_SETS);
        expected.addAll(OF_TRANSACTIONS);
        expected.addAll(OF_MEMBERS);
        expected.addAll(OF_ROUTERS);
        assertEquals(new TreeSet<>(listed.keySet()), expected);
        new CommandTour(client, server.port(FaceName.MONGO)).run();
    }

    @ParameterizedTest
    @FieldSource("OF_REPLICA_SETS")
    void commandsOfReplicaSetsAreRefusedAsAStandaloneDoes(String command, MongoClient client) {
        Refusal refusal = Refusal.of(() -> client.getDatabase("admin").runCommand(new Document(command, 1)));
        String words = command.equals("replSetInitiate")
                ? "This node was not started with replication enabled."
                : "not running with --replSet";
        assertEquals(new Refusal(76, "NoReplicationEnabled", words), refusal);
    }

    @ParameterizedTest
    @FieldSource("OF_MEMBERS")
    void commandsOfMembersAreRefusedByASingleServer(String command, MongoClient client) {
        Refusal refusal = Refusal.of(() -> client.getDatabase("admin").runCommand(new Document(command, 1)));
        assertEquals(
                new Refusal(51300, "Location51300", "'" + command + "' is not supported on standalone nodes."),
                refusal);
    }

    @ParameterizedTest
    @FieldSource("OF_ROUTERS")
    void commandsOfRoutersAreRefusedByAServerThatIsAlone(String command, MongoClient client) {
        Refusal refusal = Refusal.of(() -> client.getDatabase("admin").runCommand(new Document(command, 1)));
        assertEquals(new Refusal(203, "NoShardingEnabled", "Sharding is not enabled"), refusal);
    }

    @ParameterizedTest
    @ValueSource(strings = {"dbstats", "dbStats"})
    void lowerCaseIsTheSameCommand(String command, MongoClient client) {
        assertEquals(
                "tour",
                client.getDatabase("tour").runCommand(new Document(command, 1)).getString("db"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"collstats", "collStats"})
    void lowerCaseIsTheSameCommandOfACollection(String command, MongoClient client) {
        Document told = client.getDatabase("tour").runCommand(new Document(command, "tour"));
        assertEquals("tour.tour", told.getString("ns"));
    }

    @ParameterizedTest
    @FieldSource("OF_TRANSACTIONS")
    void transactionsAreNotEndedWhereThereAreNone(String command, MongoClient client) {
        Refusal refusal = Refusal.of(() -> client.getDatabase("admin").runCommand(new Document(command, 1)));
        assertEquals(new Refusal(125, "CommandFailed", command + " must be run within a transaction"), refusal);
    }

    @ParameterizedTest
    @ValueSource(strings = {"applyOps", "setUserWriteBlockMode", "noSuchThing"})
    void otherCommandsAreNotFound(String command, MongoClient client) {
        Refusal refusal = Refusal.of(() -> client.getDatabase("admin").runCommand(new Document(command, 1)));
        assertEquals(new Refusal(59, "CommandNotFound", "no such command: '" + command + "'"), refusal);
    }
}
