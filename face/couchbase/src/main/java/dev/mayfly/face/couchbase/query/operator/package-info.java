/** The operators of a query: rows from their sources through joins, groups, windows and sorts to the client. */
@NullMarked
package dev.mayfly.face.couchbase.query.operator;

import org.jspecify.annotations.NullMarked;
