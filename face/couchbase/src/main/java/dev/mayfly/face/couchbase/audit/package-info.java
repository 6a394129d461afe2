/** The log of changes and of the users that made them. */
@NullMarked
package dev.mayfly.face.couchbase.audit;

import org.jspecify.annotations.NullMarked;
