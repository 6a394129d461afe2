/**
 * Bytes to messages and back: frames, OP_MSG, OP_QUERY and OP_COMPRESSED.
 *
 * <p>A frame is 16 bytes of header (length, request id, response to, op code; all int32, little-endian) and a body. The
 * readers trust no length: each is compared in long with what is really there before it is used, and a message that
 * lies about its shape costs its connection. A message of the right shape whose documents are not BSON is answered with
 * an error. No reader calls itself on nested input.
 */
@NullMarked
package dev.mayfly.face.mongo.wire;

import org.jspecify.annotations.NullMarked;
