/** Compiled expressions of a statement, computed over the current rows. */
@NullMarked
package dev.mayfly.face.couchbase.query.expression;

import org.jspecify.annotations.NullMarked;
