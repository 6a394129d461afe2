/** The table of a language's functions. */
@NullMarked
package dev.mayfly.base.sql.function;

import org.jspecify.annotations.NullMarked;
