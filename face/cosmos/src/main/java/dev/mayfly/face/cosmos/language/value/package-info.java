/**
 * What expressions of the query language compute with: JSON values and undefined.
 *
 * <p>A value that was stored stays the bytes it is until somebody asks what they say, and is written as it was read; a
 * number therefore keeps its text. What is computed with numbers is an IEEE double.
 */
@NullMarked
package dev.mayfly.face.cosmos.language.value;

import org.jspecify.annotations.NullMarked;
