package dev.mayfly.face.cosmos;

import dev.mayfly.base.clock.Clock;
import dev.mayfly.base.query.RequestMemoryPool;
import dev.mayfly.base.script.ScriptSandbox;
import dev.mayfly.engine.Engine;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The services that the face uses.
 *
 * @param machineClock by which the dates of signatures are judged, never deadlines
 * @param memory the budget for what requests hold
 * @param certificate the certificate of encrypted connections, in PEM
 * @param scripts runs scripts of clients; null if they do not run
 */
public record CosmosServices(
        CosmosSettings settings,
        Engine engine,
        Clock machineClock,
        RequestMemoryPool memory,
        Supplier<String> certificate,
        @Nullable ScriptSandbox scripts) {}
