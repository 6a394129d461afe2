/** The log of changes that concern lifetimes, whichever way they were asked for. */
@NullMarked
package dev.mayfly.engine.audit;

import org.jspecify.annotations.NullMarked;
