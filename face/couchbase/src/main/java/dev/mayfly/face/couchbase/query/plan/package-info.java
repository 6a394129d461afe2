/** Compiles a statement of N1QL to the operators that carry it out. */
@NullMarked
package dev.mayfly.face.couchbase.query.plan;

import org.jspecify.annotations.NullMarked;
