/**
 * What expressions of the query language compute with: JSON values and MISSING.
 *
 * <p>A value that was stored stays the bytes it is until somebody asks what they say, and is written as it was read; a
 * number therefore keeps its text. What is computed is a long where that is exact, else an IEEE double.
 */
@NullMarked
package dev.mayfly.face.couchbase.language.value;

import org.jspecify.annotations.NullMarked;
