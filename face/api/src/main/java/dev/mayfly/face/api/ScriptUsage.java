package dev.mayfly.face.api;

/**
 * What scripts of clients have done since the start, in all faces together.
 *
 * @param calls of a script, each for a request or for a document
 * @param endedEarly scripts that were ended because they broke a bound of time, memory or operations
 */
public record ScriptUsage(long calls, long endedEarly) {
    /** Where scripts do not run. */
    public static final ScriptUsage NONE = new ScriptUsage(0, 0);
}
