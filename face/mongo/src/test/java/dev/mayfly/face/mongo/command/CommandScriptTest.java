package dev.mayfly.face.mongo.command;

import dev.mayfly.face.mongo.ScriptFolders;
import dev.mayfly.face.mongo.replica.ReplicaSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.TestFactory;

/** Runs the scripts of commands: on a single server, on the member of a replica set, and on a server with users. */
class CommandScriptTest {
    @TestFactory
    Stream<DynamicContainer> everyScriptHolds() {
        return ScriptFolders.below("commands", () -> new CommandInterpreter(MongoSettings.open()));
    }

    @TestFactory
    Stream<DynamicContainer> everyScriptOfAReplicaSetHolds() {
        ReplicaSet set = new ReplicaSet("rs0", null);
        return ScriptFolders.below(
                "replica", () -> new CommandInterpreter(MongoSettings.open().withReplicaSet(set)));
    }

    @TestFactory
    Stream<DynamicContainer> everyScriptOfUsersHolds() {
        return ScriptFolders.below("access", () -> new CommandInterpreter(MongoSettings.closed()));
    }
}
