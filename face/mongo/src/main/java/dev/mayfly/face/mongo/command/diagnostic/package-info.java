/** The commands that tell about the server, its operations and its collections. */
@NullMarked
package dev.mayfly.face.mongo.command.diagnostic;

import org.jspecify.annotations.NullMarked;
