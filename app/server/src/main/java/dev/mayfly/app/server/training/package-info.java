/** TODO. */
@NullMarked
package dev.mayfly.app.server.training;

import org.jspecify.annotations.NullMarked;
