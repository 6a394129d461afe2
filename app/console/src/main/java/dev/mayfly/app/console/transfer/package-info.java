/**
 * Documents on their way out of a server and into one, as lines of JSON.
 *
 * <p>A line is {@code {"id", "document" or "binary", "lifetime", "deadline", "modified", "meta"}}: what the client
 * stored, as it stored it, and the server's own data, so that an import restores the same document with the same
 * deadline. The first line holds the collection and the time of the export, the last the number of documents; {@code
 * docs/formats.md} has the table.
 */
@NullMarked
package dev.mayfly.app.console.transfer;

import org.jspecify.annotations.NullMarked;
