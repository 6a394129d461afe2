/** A server in your test, with a clock you can wind. */
@NullMarked
package dev.mayfly.test.testkit;

import org.jspecify.annotations.NullMarked;
