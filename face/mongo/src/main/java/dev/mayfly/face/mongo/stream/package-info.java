/** Change streams: the history of the engine as MongoDB's clients see it. */
@NullMarked
package dev.mayfly.face.mongo.stream;

import org.jspecify.annotations.NullMarked;
