package dev.mayfly.face.cosmos.hybrid;

import org.jspecify.annotations.Nullable;

/**
 * What came of one operation of a batch.
 *
 * @param substatus 0 for none
 * @param etag with its quotes
 * @param body JSON text
 * @param retryAfterMillis 0 when there is no sense in it
 */
public record HybridResult(
        int status,
        int substatus,
        @Nullable String etag,
        byte @Nullable [] body,
        int retryAfterMillis,
        double charge) {}
