/** Texts of query languages: what stands between quotes, and patterns of LIKE. */
@NullMarked
package dev.mayfly.base.sql.text;

import org.jspecify.annotations.NullMarked;
