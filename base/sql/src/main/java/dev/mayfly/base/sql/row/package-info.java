/** Operators on rows whose values mean what their language says. */
@NullMarked
package dev.mayfly.base.sql.row;

import org.jspecify.annotations.NullMarked;
