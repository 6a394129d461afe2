/** Items: their keys, what is kept of them and what is added on the way out, and every operation that writes them. */
@NullMarked
package dev.mayfly.face.cosmos.item;

import org.jspecify.annotations.NullMarked;
