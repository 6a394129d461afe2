/** The admin HTTP API and the small pages drawn from it. */
@NullMarked
package dev.mayfly.app.console;

import org.jspecify.annotations.NullMarked;
