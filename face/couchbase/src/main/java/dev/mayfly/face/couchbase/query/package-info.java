/** What a statement is to the query service, and what one execution of it carries along. */
@NullMarked
package dev.mayfly.face.couchbase.query;

import org.jspecify.annotations.NullMarked;
