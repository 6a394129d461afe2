/**
 * Documents on their way out of a server and into one, as lines of JSON.
 *
 * <p>A line is {@code {"id", "document" or "binary", "lifetime", "deadline", "modified", "meta"}}: what the client stored,
 * as it stored it, and what the server knows besides, so that whoever reads it back has the same document with the same
 * deadline. The first line says of which collection the rest is and when it was written, the last how many there were;
 * {@code docs/formats.md} has the table.
 */
@NullMarked
package dev.mayfly.app.console.transfer;

import org.jspecify.annotations.NullMarked;
