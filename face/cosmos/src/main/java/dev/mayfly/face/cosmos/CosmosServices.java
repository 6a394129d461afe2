package dev.mayfly.face.cosmos;

import dev.mayfly.base.clock.Clock;
import dev.mayfly.engine.Engine;

/**
 * What the face works with.
 *
 * @param machineClock by which the dates of signatures are judged, never deadlines
 */
public record CosmosServices(CosmosSettings settings, Engine engine, Clock machineClock) {}
