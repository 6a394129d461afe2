/** A container of Testcontainers that is a server. */
@NullMarked
package dev.mayfly.test.containers;

import org.jspecify.annotations.NullMarked;
