package dev.mayfly.face.cosmos.script;

import dev.mayfly.base.clock.Clock;
import dev.mayfly.face.cosmos.http.CosmosRequest;
import dev.mayfly.face.cosmos.resource.Container;
import dev.mayfly.face.cosmos.resource.UnitMeter;

/**
 * What bounds the operations of executions.
 *
 * @param machine by which their time is measured
 * @param meter of the request units of containers
 */
public record ScriptAllowances(Clock machine, UnitMeter meter) {
    /** Returns the allowance of the execution that a request begins now. */
    ScriptAllowance of(CosmosRequest request, Container container) {
        int range = container.ranges().ofRequest(request);
        return new ScriptAllowance(machine, () -> meter.left(container, range));
    }
}
