/**
 * Shapes on the sphere and on the plane: what contains, meets or is near what, and the cells by which an ordered index
 * finds them. The geometry of the sphere is S2's, which no other module sees.
 */
@NullMarked
package dev.mayfly.base.geo;

import org.jspecify.annotations.NullMarked;
