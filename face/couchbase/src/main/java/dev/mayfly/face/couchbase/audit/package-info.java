/** The log of who has changed what. */
@NullMarked
package dev.mayfly.face.couchbase.audit;

import org.jspecify.annotations.NullMarked;
