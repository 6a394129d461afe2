/** The commands that talk to a server, one class a noun. */
@NullMarked
package dev.mayfly.app.cli.command;

import org.jspecify.annotations.NullMarked;
