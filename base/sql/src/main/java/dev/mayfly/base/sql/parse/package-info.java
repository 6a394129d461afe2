/** Reads the text of a query by a grammar. */
@NullMarked
package dev.mayfly.base.sql.parse;

import org.jspecify.annotations.NullMarked;
