/** The commands of sessions and of the ends of transactions. */
@NullMarked
package dev.mayfly.face.mongo.command.session;

import org.jspecify.annotations.NullMarked;
