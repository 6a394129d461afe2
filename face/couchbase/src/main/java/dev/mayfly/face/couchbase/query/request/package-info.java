/** Requests for statements: those that run, and those that have ended and are worth a look. */
@NullMarked
package dev.mayfly.face.couchbase.query.request;

import org.jspecify.annotations.NullMarked;
