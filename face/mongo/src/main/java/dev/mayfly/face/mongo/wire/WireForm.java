package dev.mayfly.face.mongo.wire;

/**
 * The properties that an answer takes over from its request.
 *
 * @param isQuery whether it came as OP_QUERY, so that the answer is OP_REPLY
 * @param database of an OP_QUERY, empty otherwise
 * @param compressor it was packed with, {@link Compressor#NONE} if none
 * @param hasChecksum whether the answer must end in one, too
 */
public record WireForm(int requestId, boolean isQuery, String database, Compressor compressor, boolean hasChecksum) {}
