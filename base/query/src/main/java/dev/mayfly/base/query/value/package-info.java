/**
 * The representation of values in query languages over JSON; their meaning is each language's own.
 *
 * <p>A value that was stored stays as bytes until its content is needed, and is written as it was read; a
 * number therefore keeps its text. A language derives its own values from these: it has the order of kinds, what is not
 * there, what counts as true, and when two numbers are equal.
 */
@NullMarked
package dev.mayfly.base.query.value;

import org.jspecify.annotations.NullMarked;
