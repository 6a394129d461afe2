/** Execution of statements: rows from their sources to the client, and changes of documents. */
@NullMarked
package dev.mayfly.face.couchbase.query.run;

import org.jspecify.annotations.NullMarked;
