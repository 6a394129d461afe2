/** What query languages like SQL share: reading by a grammar, functions, LIKE, literals and groups of rows. */
@NullMarked
package dev.mayfly.base.sql;

import org.jspecify.annotations.NullMarked;
