/** The accumulators of {@code $group} and of windows; {@code AccumulatorTable} is their table. */
@NullMarked
package dev.mayfly.face.mongo.language.aggregation.accumulator;

import org.jspecify.annotations.NullMarked;
