/** The requests of all faces with which the start-up cache is trained, so that a fresh server answers at full speed sooner. */
@NullMarked
package dev.mayfly.app.server.training;

import org.jspecify.annotations.NullMarked;
