/**
 * The values of the query language: JSON values and MISSING.
 *
 * <p>A stored value stays bytes until its content is needed, and is written as it was read; a number therefore keeps
 * its text. A computed number is a long where that is exact, else an IEEE double.
 */
@NullMarked
package dev.mayfly.face.couchbase.language.value;

import org.jspecify.annotations.NullMarked;
