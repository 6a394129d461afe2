package dev.mayfly.face.couchbase.error;

import dev.mayfly.face.couchbase.wire.Status;

/**
 * The answer of the three services of this face to one error.
 *
 * @param status of the key-value protocol
 * @param queryCode the number of the query service's error
 * @param httpStatus of the management service
 * @param words the text of the latter two
 * @param isPassing whether the query service tells clients to try again
 */
public record FailureAnswer(Status status, int queryCode, int httpStatus, String words, boolean isPassing) {}
