/** What is hidden but not destroyed: as it is listed, brought back, destroyed, and what an undo would make of it. */
@NullMarked
package dev.mayfly.engine.hidden;

import org.jspecify.annotations.NullMarked;
