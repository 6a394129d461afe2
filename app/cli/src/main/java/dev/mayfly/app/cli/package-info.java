/** The command line. */
@NullMarked
package dev.mayfly.app.cli;

import org.jspecify.annotations.NullMarked;
