/** The commands that read and write documents, and explain how. */
@NullMarked
package dev.mayfly.face.mongo.command.crud;

import org.jspecify.annotations.NullMarked;
