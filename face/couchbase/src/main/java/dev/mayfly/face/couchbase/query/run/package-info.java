/** What carries statements out: rows from their sources to the client, and changes of documents. */
@NullMarked
package dev.mayfly.face.couchbase.query.run;

import org.jspecify.annotations.NullMarked;
