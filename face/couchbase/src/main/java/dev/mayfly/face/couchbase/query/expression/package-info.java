/** What computes expressions of a statement over the rows under way. */
@NullMarked
package dev.mayfly.face.couchbase.query.expression;

import org.jspecify.annotations.NullMarked;
