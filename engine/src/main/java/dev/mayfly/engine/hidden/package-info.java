/** Documents that are hidden but not destroyed: their listing, restore and purge, and the plan of an undo. */
@NullMarked
package dev.mayfly.engine.hidden;

import org.jspecify.annotations.NullMarked;
