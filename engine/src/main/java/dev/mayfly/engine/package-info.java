/** What an operation means, what has expired, how indexes stay true. */
@NullMarked
package dev.mayfly.engine;

import org.jspecify.annotations.NullMarked;
