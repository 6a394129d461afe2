/** Everything that is not an item: account, databases, containers, throughput, stored scripts. */
@NullMarked
package dev.mayfly.face.cosmos.resource;

import org.jspecify.annotations.NullMarked;
