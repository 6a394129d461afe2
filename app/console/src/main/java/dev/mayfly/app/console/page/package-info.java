/** The pages of the console, drawn from the admin API alone. */
@NullMarked
package dev.mayfly.app.console.page;

import org.jspecify.annotations.NullMarked;
