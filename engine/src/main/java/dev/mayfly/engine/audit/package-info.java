/** The audit of changes that concern lifetimes. */
@NullMarked
package dev.mayfly.engine.audit;

import org.jspecify.annotations.NullMarked;
