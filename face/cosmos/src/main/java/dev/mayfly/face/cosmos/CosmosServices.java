package dev.mayfly.face.cosmos;

import dev.mayfly.base.clock.Clock;
import dev.mayfly.engine.Engine;
import java.util.function.Supplier;

/**
 * What the face works with.
 *
 * @param machineClock by which the dates of signatures are judged, never deadlines
 * @param certificate what encrypted connections present, in PEM
 */
public record CosmosServices(
        CosmosSettings settings, Engine engine, Clock machineClock, Supplier<String> certificate) {}
