/** The style of the command line: tables, bars, progress, exit codes. */
@NullMarked
package dev.mayfly.app.cli.show;

import org.jspecify.annotations.NullMarked;
