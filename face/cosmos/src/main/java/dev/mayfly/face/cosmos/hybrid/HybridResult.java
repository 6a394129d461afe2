package dev.mayfly.face.cosmos.hybrid;

import org.jspecify.annotations.Nullable;

/**
 * The result of one operation of a batch.
 *
 * @param substatus 0 for none
 * @param etag with its quotes
 * @param body JSON text
 * @param retryAfterMillis 0 if a retry makes no sense
 */
public record HybridResult(
        int status,
        int substatus,
        @Nullable String etag,
        byte @Nullable [] body,
        int retryAfterMillis,
        double charge) {}
