/** The commands that define collections, indexes and databases, and those that set up the server. */
@NullMarked
package dev.mayfly.face.mongo.command.admin;

import org.jspecify.annotations.NullMarked;
