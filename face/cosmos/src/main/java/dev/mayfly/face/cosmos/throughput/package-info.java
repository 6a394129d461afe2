/** The request units that containers are provided with, and what they spend in a second. */
@NullMarked
package dev.mayfly.face.cosmos.throughput;

import org.jspecify.annotations.NullMarked;
