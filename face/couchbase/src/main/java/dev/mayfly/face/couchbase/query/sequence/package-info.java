/** Sequences: numbers that statements take one after the other, across requests and restarts. */
@NullMarked
package dev.mayfly.face.couchbase.query.sequence;

import org.jspecify.annotations.NullMarked;
