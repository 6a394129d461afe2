/** The commands of the key-value protocol, a class each; {@code KvCommands} is their table. */
@NullMarked
package dev.mayfly.face.couchbase.kv.command;

import org.jspecify.annotations.NullMarked;
