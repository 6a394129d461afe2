/** What every query language compiles to. */
@NullMarked
package dev.mayfly.base.query;

import org.jspecify.annotations.NullMarked;
