/** The way from the command line to a server's admin face. */
@NullMarked
package dev.mayfly.app.cli.admin;

import org.jspecify.annotations.NullMarked;
