/**
 * Takes a message from the wire to the command that it names and back.
 *
 * <p>{@link dev.mayfly.face.mongo.dispatch.MongoFace} is the protocol as the transport sees it; {@link
 * dev.mayfly.face.mongo.dispatch.CommandTable} checks what is common to all commands before one runs.
 */
@NullMarked
package dev.mayfly.face.mongo.dispatch;

import org.jspecify.annotations.NullMarked;
