/**
 * How the values of query languages over JSON are held and written; what they mean is each language's own.
 *
 * <p>A value that was stored stays the bytes it is until somebody asks what they say, and is written as it was read; a
 * number therefore keeps its text. A language derives its own values from these: it has the order of kinds, what is not
 * there, what counts as true, and when two numbers are equal.
 */
@NullMarked
package dev.mayfly.base.query.value;

import org.jspecify.annotations.NullMarked;
