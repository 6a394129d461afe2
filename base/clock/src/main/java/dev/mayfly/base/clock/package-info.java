/** Tells the time and runs things later, for real or virtually. */
@NullMarked
package dev.mayfly.base.clock;

import org.jspecify.annotations.NullMarked;
