/** What will expire when, what has, and what a change of policy would do, as values. */
@NullMarked
package dev.mayfly.engine.forecast;

import org.jspecify.annotations.NullMarked;
