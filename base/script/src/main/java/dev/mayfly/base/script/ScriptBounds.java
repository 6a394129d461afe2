package dev.mayfly.base.script;

/**
 * What one run of scripts may use. A script that goes beyond one of these ends, and its run with it.
 *
 * @param memoryBytes of all that the interpreter holds, itself included
 * @param callMillis for which the interpreter may compute without being done with a call; the time of host functions does not
 *     count
 * @param hostCalls the most calls of host functions that one call may make
 */
public record ScriptBounds(long memoryBytes, long callMillis, int hostCalls) {
    public ScriptBounds {
        if (memoryBytes <= 0 || callMillis <= 0 || hostCalls <= 0) {
            throw new IllegalArgumentException("a bound that is not positive");
        }
    }
}
