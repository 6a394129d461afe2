/** The commands that export and import documents. */
@NullMarked
package dev.mayfly.app.cli.command.transfer;

import org.jspecify.annotations.NullMarked;
