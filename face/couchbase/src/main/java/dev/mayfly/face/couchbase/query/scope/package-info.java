/** What the query service keeps of scopes, in the system scope of their bucket. */
@NullMarked
package dev.mayfly.face.couchbase.query.scope;

import org.jspecify.annotations.NullMarked;
