/** The statements that change documents: INSERT, UPSERT, UPDATE, DELETE and MERGE. */
@NullMarked
package dev.mayfly.face.couchbase.query.change;

import org.jspecify.annotations.NullMarked;
