/** Holds, which keep documents from being destroyed, whatever has expired. */
@NullMarked
package dev.mayfly.engine.hold;

import org.jspecify.annotations.NullMarked;
