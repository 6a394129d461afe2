package dev.mayfly.app.server;

import dev.mayfly.app.server.config.ServerConfig;
import dev.mayfly.app.server.config.UserSetting;
import dev.mayfly.base.clock.SystemClock;
import dev.mayfly.base.clock.Timers;
import dev.mayfly.base.query.RequestMemoryPool;
import dev.mayfly.base.script.ScriptSandbox;
import dev.mayfly.engine.Engine;
import dev.mayfly.engine.change.ChangeEncoder;
import dev.mayfly.engine.change.HistorySettings;
import dev.mayfly.face.mongo.collection.MongoCollections;
import dev.mayfly.face.mongo.command.MongoServices;
import dev.mayfly.face.mongo.command.MongoSettings;
import dev.mayfly.face.mongo.language.sandbox.MongoSandbox;
import dev.mayfly.face.mongo.replica.ReplicaSet;
import dev.mayfly.face.mongo.session.UserRecords;
import dev.mayfly.face.mongo.stream.ChangeNotes;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Builds the mongo face from the configuration. */
final class MongoParts {
    private MongoParts() {}

    static HistorySettings history(Duration retention) {
        return HistorySettings.of(MongoCollections.FACE, ChangeEncoder.of(ChangeNotes::note), retention);
    }

    /** @param machine timers of the machine, for timeouts */
    static MongoServices services(
            ServerConfig config,
            Engine engine,
            ServerTime time,
            Timers machine,
            RequestMemoryPool memory,
            @Nullable ScriptSandbox scripts) {
        String host = config.hosts().isEmpty() ? "localhost" : config.hosts().getFirst();
        MongoSettings settings =
                new MongoSettings(config.access().loginRequired(), host, List.of("mayfly", "serve")).within(memory);
        settings = settings.like(config.mongo().release())
                .withTestCommands(config.mongo().testCommands())
                .withLogsValues(config.log().values())
                .withScripts(scripts == null ? null : new MongoSandbox(scripts));
        if (config.place() instanceof ServerConfig.Place.Folder folder) {
            settings = settings.spillingTo(folder.path().resolve("spill"));
        }
        String name = config.mongo().replicaSet();
        if (name != null) {
            settings =
                    settings.withReplicaSet(new ReplicaSet(name, config.hosts().isEmpty() ? null : host));
        }
        UserRecords users = new UserRecords(
                engine.records(MongoCollections.FACE),
                configured(config.access().users()));
        MongoServices services =
                new MongoServices(settings, engine, time.deadlineTimers(), SystemClock.INSTANCE, machine, users);
        VirtualTime virtual = time.virtual();
        if (virtual != null) {
            services.setWinding(virtual::set);
        }
        return services;
    }

    /** Translates the users of the configuration; one that may use the admin face alone has no role here. */
    static List<UserRecords.ConfiguredUser> configured(List<UserSetting> users) {
        return users.stream()
                .map(user -> new UserRecords.ConfiguredUser(
                        user.name(),
                        user.password(),
                        user.roles().stream()
                                .filter(role -> !UserSetting.OF_ADMIN_FACE.contains(role))
                                .map(MongoParts::mongoRole)
                                .toList()))
                .toList();
    }

    /** In the admin database these roles apply to all databases. */
    private static String mongoRole(String role) {
        return switch (role) {
            case "readWrite" -> "readWriteAnyDatabase";
            case "read" -> "readAnyDatabase";
            case "monitor" -> "clusterMonitor";
            default -> role;
        };
    }
}
