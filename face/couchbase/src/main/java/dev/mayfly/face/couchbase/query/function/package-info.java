/** Functions that users make, of expressions or of JavaScript: what is kept of them, who may use them, and how a script runs. */
@NullMarked
package dev.mayfly.face.couchbase.query.function;

import org.jspecify.annotations.NullMarked;
