package dev.mayfly.face.couchbase.wire;

import org.jspecify.annotations.Nullable;

/**
 * The framing extras of a flexible request, in front of its extras.
 *
 * @param level {@link DurabilityLevel#NONE} if it asks for none
 * @param timeoutMillis limit on the time to reach that level; 0 if not given
 * @param preservesExpiry whether an existing document keeps its expiry
 * @param impersonates the user in whose name it asks, or null
 * @param stream the name of a stream of DCP, or 0
 */
public record Framing(
        DurabilityLevel level,
        int timeoutMillis,
        boolean preservesExpiry,
        @Nullable String impersonates,
        int stream) {
    public static final Framing NONE = new Framing(DurabilityLevel.NONE, 0, false, null, 0);

    public boolean isDurable() {
        return level != DurabilityLevel.NONE;
    }
}
