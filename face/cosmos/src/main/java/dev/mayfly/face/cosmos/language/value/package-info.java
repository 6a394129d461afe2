/**
 * The values of the query language's expressions: JSON values and undefined.
 *
 * <p>A stored value stays bytes until its content is needed, and is written as it was read; a number therefore keeps
 * its text. Computed numbers are IEEE doubles.
 */
@NullMarked
package dev.mayfly.face.cosmos.language.value;

import org.jspecify.annotations.NullMarked;
