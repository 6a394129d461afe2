/** Vectors of documents, packed beside a shard in memory, and the search for the documents whose vectors are nearest. */
@NullMarked
package dev.mayfly.engine.vector;

import org.jspecify.annotations.NullMarked;
