/** Accepts connections, frames HTTP, closes politely. */
@NullMarked
package dev.mayfly.face.transport;

import org.jspecify.annotations.NullMarked;
