package dev.mayfly.app.server;

import dev.mayfly.app.server.config.ServerConfig;
import dev.mayfly.app.server.config.ServerConfig.CouchbaseChoice;
import dev.mayfly.app.server.config.UserSetting;
import dev.mayfly.base.clock.SystemClock;
import dev.mayfly.base.clock.Timers;
import dev.mayfly.base.query.RequestMemoryPool;
import dev.mayfly.base.script.ScriptSandbox;
import dev.mayfly.engine.Engine;
import dev.mayfly.face.couchbase.CouchbaseFace;
import dev.mayfly.face.couchbase.CouchbaseServices;
import dev.mayfly.face.couchbase.CouchbaseSettings;
import dev.mayfly.face.couchbase.CouchbaseUser;
import dev.mayfly.face.couchbase.bucket.BucketRules;
import dev.mayfly.face.couchbase.bucket.NodePorts;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Builds the couchbase face from the configuration. */
final class CouchbaseParts {
    private CouchbaseParts() {}

    /**
     * @param machine timers of the machine, for timeouts
     * @param scripts null if none runs
     */
    static CouchbaseFace face(
            ServerConfig config,
            Engine engine,
            Supplier<NodePorts> ports,
            Timers machine,
            @Nullable VirtualTime virtual,
            @Nullable ScriptSandbox scripts,
            RequestMemoryPool memory) {
        CouchbaseChoice chosen = config.couchbase();
        CouchbaseSettings settings = new CouchbaseSettings(
                new BucketRules(chosen.release(), chosen.edition(), chosen.vBuckets()), users(config));
        return new CouchbaseFace(new CouchbaseServices(
                settings,
                engine,
                ports,
                SystemClock.INSTANCE,
                machine,
                virtual == null ? null : virtual::advance,
                scripts,
                memory,
                dataFolder(config)));
    }

    private static @Nullable Path dataFolder(ServerConfig config) {
        return switch (config.place()) {
            case ServerConfig.Place.Folder(Path path) -> path;
            case ServerConfig.Place.Memory _, ServerConfig.Place.Cassandra _ -> null;
        };
    }

    private static List<String> roles(UserSetting user) {
        return user.roles().stream()
                .filter(role -> !UserSetting.OF_ADMIN_FACE.contains(role))
                .toList();
    }

    /** The well-known default name and password are valid only if no other users are configured. */
    private static List<CouchbaseUser> users(ServerConfig config) {
        return config.access().users().isEmpty()
                ? List.of(CouchbaseUser.INSTALLED)
                : config.access().users().stream()
                        .map(user -> new CouchbaseUser(user.name(), user.password(), roles(user)))
                        .toList();
    }
}
