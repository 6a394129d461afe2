package dev.mayfly.face.mongo.command;

import dev.mayfly.base.query.RequestMemoryPool;
import dev.mayfly.face.mongo.MongoRelease;
import dev.mayfly.face.mongo.language.sandbox.MongoSandbox;
import dev.mayfly.face.mongo.replica.ReplicaSet;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The settings of this face.
 *
 * @param authRequired whether clients must log in before they may do anything
 * @param hostName as told to clients
 * @param arguments the command line of the server, without secrets
 * @param replicaSet the replica set of which the server is the only member; null for a single server
 * @param release the release whose behaviour the face shows
 * @param spillFolder for sorts and groups that do not fit in memory; null where everything is in memory
 * @param memory the heap bytes that all requests together may hold
 * @param testCommands whether the commands that make requests fail on purpose are served
 * @param logsValues whether values of documents may appear in the server's log
 * @param scripts runs functions in JavaScript; null if they do not run
 */
public record MongoSettings(
        boolean authRequired,
        String hostName,
        List<String> arguments,
        @Nullable ReplicaSet replicaSet,
        MongoRelease release,
        @Nullable Path spillFolder,
        RequestMemoryPool memory,
        boolean testCommands,
        boolean logsValues,
        @Nullable MongoSandbox scripts) {
    /** Limit on the disk space that all clients' sorts and groups use together. */
    public static final long SPILL_BYTES_MAX = 32L << 30;

    /** The wire version of 7.0. */
    public static final int WIRE_VERSION = 21;

    public static final int DOCUMENT_BYTES_MAX = 16 << 20;
    public static final int WRITE_BATCH_MAX = 100_000;

    public MongoSettings {
        arguments = List.copyOf(arguments);
    }

    /** Settings of a single server. */
    public MongoSettings(boolean authRequired, String hostName, List<String> arguments) {
        this(
                authRequired,
                hostName,
                arguments,
                null,
                MongoRelease.V7_0,
                null,
                RequestMemoryPool.unbounded(),
                false,
                false,
                null);
    }

    public MongoSettings withReplicaSet(ReplicaSet set) {
        return new MongoSettings(
                authRequired,
                hostName,
                arguments,
                set,
                release,
                spillFolder,
                memory,
                testCommands,
                logsValues,
                scripts);
    }

    public MongoSettings like(MongoRelease other) {
        return new MongoSettings(
                authRequired,
                hostName,
                arguments,
                replicaSet,
                other,
                spillFolder,
                memory,
                testCommands,
                logsValues,
                scripts);
    }

    public MongoSettings spillingTo(Path folder) {
        return new MongoSettings(
                authRequired,
                hostName,
                arguments,
                replicaSet,
                release,
                folder,
                memory,
                testCommands,
                logsValues,
                scripts);
    }

    public MongoSettings withTestCommands(boolean served) {
        return new MongoSettings(
                authRequired,
                hostName,
                arguments,
                replicaSet,
                release,
                spillFolder,
                memory,
                served,
                logsValues,
                scripts);
    }

    public MongoSettings within(RequestMemoryPool pool) {
        return new MongoSettings(
                authRequired,
                hostName,
                arguments,
                replicaSet,
                release,
                spillFolder,
                pool,
                testCommands,
                logsValues,
                scripts);
    }

    public MongoSettings withLogsValues(boolean logged) {
        return new MongoSettings(
                authRequired,
                hostName,
                arguments,
                replicaSet,
                release,
                spillFolder,
                memory,
                testCommands,
                logged,
                scripts);
    }

    /** Returns settings open to any client that can connect, as on loopback. */
    public static MongoSettings open() {
        return new MongoSettings(false, "localhost", List.of("mayfly"));
    }

    public static MongoSettings closed() {
        return new MongoSettings(true, "localhost", List.of("mayfly"));
    }

    public MongoSettings withScripts(@Nullable MongoSandbox sandbox) {
        return new MongoSettings(
                authRequired,
                hostName,
                arguments,
                replicaSet,
                release,
                spillFolder,
                memory,
                testCommands,
                logsValues,
                sandbox);
    }
}
