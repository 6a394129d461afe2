/**
 * The commands, one file each, and the table that finds them.
 *
 * <p>{@link dev.mayfly.face.mongo.command.MongoFace} is the protocol as the transport sees it; {@link
 * dev.mayfly.face.mongo.command.CommandTable} checks what is common to all commands before one runs.
 */
@NullMarked
package dev.mayfly.face.mongo.command;

import org.jspecify.annotations.NullMarked;
