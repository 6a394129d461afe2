package dev.mayfly.face.couchbase.wire;

import org.jspecify.annotations.Nullable;

/**
 * What a flexible request says about itself in front of its extras.
 *
 * @param level {@link DurabilityLevel#NONE} if it asks for none
 * @param timeoutMillis how long it may take to get so durable; 0 if it does not say
 * @param preservesExpiry whether an existing document keeps its expiry
 * @param impersonates the user in whose name it asks, or null
 */
public record Framing(
        DurabilityLevel level,
        int timeoutMillis,
        boolean preservesExpiry,
        @Nullable String impersonates) {
    public static final Framing NONE = new Framing(DurabilityLevel.NONE, 0, false, null);

    public boolean isDurable() {
        return level != DurabilityLevel.NONE;
    }
}
