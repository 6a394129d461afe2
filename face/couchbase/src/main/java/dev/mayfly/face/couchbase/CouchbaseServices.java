package dev.mayfly.face.couchbase;

import dev.mayfly.base.clock.Clock;
import dev.mayfly.base.clock.Timers;
import dev.mayfly.engine.Engine;
import dev.mayfly.face.couchbase.bucket.NodePorts;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What the face works with.
 *
 * @param ports where clients find the services; asked only once all of them listen
 * @param machine the clock of timeouts, never of deadlines
 * @param timers by the same clock
 * @param winding how the clock of deadlines is advanced; null where it is the machine's
 * @param dataFolder where the audit log goes, in a folder of its own; null if nothing is kept
 */
public record CouchbaseServices(
        CouchbaseSettings settings,
        Engine engine,
        Supplier<NodePorts> ports,
        Clock machine,
        Timers timers,
        @Nullable Consumer<Duration> winding,
        @Nullable Path dataFolder) {}
