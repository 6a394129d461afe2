/** Places in documents and queries: GeoJSON and legacy pairs of coordinates, regions, distances, and how indexes keep them. */
@NullMarked
package dev.mayfly.face.mongo.language.geo;

import org.jspecify.annotations.NullMarked;
