/** The servers that share one store: who is alive, and how far each one's clock is from theirs. */
@NullMarked
package dev.mayfly.engine.node;

import org.jspecify.annotations.NullMarked;
