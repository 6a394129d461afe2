/** Reads the configuration, chooses store and faces, starts and stops them. */
@NullMarked
package dev.mayfly.app.server;

import org.jspecify.annotations.NullMarked;
