package dev.mayfly.app.server;

import dev.mayfly.app.server.config.ServerConfig;
import dev.mayfly.app.server.config.ServerConfig.CosmosChoice;
import dev.mayfly.base.clock.SystemClock;
import dev.mayfly.base.query.RequestMemoryPool;
import dev.mayfly.base.script.ScriptSandbox;
import dev.mayfly.engine.Engine;
import dev.mayfly.engine.change.HistorySettings;
import dev.mayfly.face.cosmos.CosmosFace;
import dev.mayfly.face.cosmos.CosmosServices;
import dev.mayfly.face.cosmos.CosmosSettings;
import dev.mayfly.face.cosmos.feed.ItemChronicler;
import dev.mayfly.face.cosmos.session.CosmosKeys;
import org.jspecify.annotations.Nullable;

/** Builds the cosmos face from the configuration. */
final class CosmosParts {
    private CosmosParts() {}

    /** Adds the history of the containers that ask for one. */
    static HistorySettings history(HistorySettings others) {
        return others.andByCollection(CosmosFace.NAME, new ItemChronicler());
    }

    static CosmosFace face(
            ServerConfig config,
            Engine engine,
            RequestMemoryPool memory,
            CosmosCertificate certificate,
            @Nullable ScriptSandbox scripts) {
        CosmosChoice chosen = config.cosmos();
        CosmosKeys keys =
                chosen.keys().isEmpty() ? wellKnown(config) : CosmosKeys.of(chosen.keys(), chosen.readingKeys());
        CosmosSettings settings = new CosmosSettings(keys, chosen.regions(), chosen.enforcesThroughput());
        return new CosmosFace(
                new CosmosServices(settings, engine, SystemClock.INSTANCE, memory, certificate::pem, scripts));
    }

    /** Elsewhere than on loopback there are keys, unless nobody is asked who they are. */
    private static CosmosKeys wellKnown(ServerConfig config) {
        return config.bind().isLoopbackAddress() ? CosmosKeys.emulator() : CosmosKeys.emulatorForEveryone();
    }
}
