/** Cursors as commands see them: batches of results, and what keeps a cursor open between them. */
@NullMarked
package dev.mayfly.face.mongo.cursor;

import org.jspecify.annotations.NullMarked;
