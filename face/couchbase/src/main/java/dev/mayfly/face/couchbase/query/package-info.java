/** Statements of the query service, and the context of one execution. */
@NullMarked
package dev.mayfly.face.couchbase.query;

import org.jspecify.annotations.NullMarked;
