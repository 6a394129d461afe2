package dev.mayfly.face.mongo.command;

import dev.mayfly.face.mongo.Release;
import dev.mayfly.face.mongo.replica.ReplicaSet;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How this face presents itself.
 *
 * @param authRequired whether clients must log in before they may do anything
 * @param hostName as told to clients
 * @param arguments the command line of the server, without secrets
 * @param replicaSet what it is the only member of; null for a single server
 * @param release whose behaviour it shows
 * @param spillFolder for what sorts and groups cannot hold in memory; null where everything is in memory
 * @param testCommands whether the commands that make requests fail on purpose are served
 */
public record MongoSettings(
        boolean authRequired,
        String hostName,
        List<String> arguments,
        @Nullable ReplicaSet replicaSet,
        Release release,
        @Nullable Path spillFolder,
        boolean testCommands) {
    /** How much the operations of clients may put on the disk together while they sort and group. */
    public static final long SPILL_BYTES_MAX = 32L << 30;

    /** The wire version of 7.0. */
    public static final int WIRE_VERSION = 21;

    public static final int DOCUMENT_BYTES_MAX = 16 << 20;
    public static final int WRITE_BATCH_MAX = 100_000;

    public MongoSettings {
        arguments = List.copyOf(arguments);
    }

    /** Of a single server. */
    public MongoSettings(boolean authRequired, String hostName, List<String> arguments) {
        this(authRequired, hostName, arguments, null, Release.V7_0, null, false);
    }

    public MongoSettings withReplicaSet(ReplicaSet set) {
        return new MongoSettings(authRequired, hostName, arguments, set, release, spillFolder, testCommands);
    }

    public MongoSettings like(Release other) {
        return new MongoSettings(authRequired, hostName, arguments, replicaSet, other, spillFolder, testCommands);
    }

    public MongoSettings spillingTo(Path folder) {
        return new MongoSettings(authRequired, hostName, arguments, replicaSet, release, folder, testCommands);
    }

    public MongoSettings withTestCommands(boolean served) {
        return new MongoSettings(authRequired, hostName, arguments, replicaSet, release, spillFolder, served);
    }

    /** Open to whoever can connect, as on loopback. */
    public static MongoSettings open() {
        return new MongoSettings(false, "localhost", List.of("mayfly"));
    }

    public static MongoSettings closed() {
        return new MongoSettings(true, "localhost", List.of("mayfly"));
    }
}
