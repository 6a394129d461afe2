/** The functions over the windows of {@code $setWindowFields}. */
@NullMarked
package dev.mayfly.face.mongo.language.aggregation.window;

import org.jspecify.annotations.NullMarked;
