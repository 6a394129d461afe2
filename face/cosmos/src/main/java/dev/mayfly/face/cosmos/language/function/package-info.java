/** The functions of the query language. */
@NullMarked
package dev.mayfly.face.cosmos.language.function;

import org.jspecify.annotations.NullMarked;
