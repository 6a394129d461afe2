package dev.mayfly.app.server;

import dev.mayfly.app.server.config.ServerConfig;
import dev.mayfly.base.clock.SystemClock;
import dev.mayfly.base.script.ScriptBounds;
import dev.mayfly.base.script.ScriptSandbox;
import dev.mayfly.face.api.ScriptUsage;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Builds the sandbox of scripts from the configuration. */
final class ScriptParts {
    /** Of the heap, one run may hold this part, within bounds. */
    private static final int HEAP_SHARE = 16;

    private static final long BYTES_LEAST = 16 << 20;
    private static final long BYTES_MOST = 64 << 20;

    /** As long as the service of Cosmos DB lets a script run. */
    private static final long CALL_MILLIS = 5_000;

    private static final int HOST_CALLS = 100_000;

    private ScriptParts() {}

    /**
     * Returns the sandbox, or null if scripts do not run.
     *
     * @param wallMillis the time of the server, which scripts see
     */
    static @Nullable ScriptSandbox sandbox(ServerConfig config, LongSupplier wallMillis) {
        if (!config.scripts()) {
            return null;
        }
        long bytes = Math.clamp(Runtime.getRuntime().maxMemory() / HEAP_SHARE, BYTES_LEAST, BYTES_MOST);
        return new ScriptSandbox(wallMillis, SystemClock.INSTANCE, new ScriptBounds(bytes, CALL_MILLIS, HOST_CALLS));
    }

    /** Returns what scripts have done since the start. */
    static ScriptUsage usage(@Nullable ScriptSandbox sandbox) {
        return sandbox == null ? ScriptUsage.NONE : new ScriptUsage(sandbox.calls(), sandbox.endedEarly());
    }
}
