package dev.mayfly.face.couchbase;

import dev.mayfly.base.clock.Clock;
import dev.mayfly.base.clock.Timers;
import dev.mayfly.base.query.RequestMemoryPool;
import dev.mayfly.base.script.ScriptSandbox;
import dev.mayfly.engine.Engine;
import dev.mayfly.face.couchbase.bucket.NodePorts;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The services that the face works with.
 *
 * @param ports where clients find the services; asked only once all of them listen
 * @param machine the clock of timeouts, never of deadlines
 * @param timers by the same clock
 * @param winding advances the clock of deadlines; null where it is the machine's
 * @param scripts runs JavaScript of clients; null if none runs
 * @param memory the budget of what queries hold
 * @param dataFolder holds the folder of the audit log; null if nothing is kept
 */
public record CouchbaseServices(
        CouchbaseSettings settings,
        Engine engine,
        Supplier<NodePorts> ports,
        Clock machine,
        Timers timers,
        @Nullable Consumer<Duration> winding,
        @Nullable ScriptSandbox scripts,
        RequestMemoryPool memory,
        @Nullable Path dataFolder) {}
