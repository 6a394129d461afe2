/** How the command line looks: tables, bars, progress, exit codes. */
@NullMarked
package dev.mayfly.app.cli.show;

import org.jspecify.annotations.NullMarked;
