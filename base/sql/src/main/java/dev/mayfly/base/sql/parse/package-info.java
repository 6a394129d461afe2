/** How the text of a query is read by a grammar. */
@NullMarked
package dev.mayfly.base.sql.parse;

import org.jspecify.annotations.NullMarked;
