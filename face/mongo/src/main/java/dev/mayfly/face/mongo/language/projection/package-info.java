/**
 * Projections: the treatment of a document's fields in find, in {@code $project}, {@code $set} and {@code $unset}.
 *
 * <p>All are one tree of field names ({@link dev.mayfly.face.mongo.language.projection.ProjectionNode}) under one of
 * three rules for the fields it does not name: an inclusion drops them, an exclusion and an addition keep them.
 */
@NullMarked
package dev.mayfly.face.mongo.language.projection;

import org.jspecify.annotations.NullMarked;
