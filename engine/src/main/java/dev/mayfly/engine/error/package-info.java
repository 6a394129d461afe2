/** The refusals of the engine, as values with the facts in them, and the exception that carries one. */
@NullMarked
package dev.mayfly.engine.error;

import org.jspecify.annotations.NullMarked;
