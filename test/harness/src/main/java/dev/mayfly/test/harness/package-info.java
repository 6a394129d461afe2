/** Golden scripts, seeds and the simulation loop. */
@NullMarked
package dev.mayfly.test.harness;

import org.jspecify.annotations.NullMarked;
