/** Query plans: the choice of indexes and their bounds for filters and sorts. */
@NullMarked
package dev.mayfly.face.mongo.language.plan;

import org.jspecify.annotations.NullMarked;
