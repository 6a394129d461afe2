/** Documents that are hidden but not destroyed: how they are found and counted, restored, purged, and held. */
@NullMarked
package dev.mayfly.engine.hidden;

import org.jspecify.annotations.NullMarked;
