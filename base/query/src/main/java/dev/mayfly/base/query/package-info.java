/** The common target to which every query language compiles. */
@NullMarked
package dev.mayfly.base.query;

import org.jspecify.annotations.NullMarked;
