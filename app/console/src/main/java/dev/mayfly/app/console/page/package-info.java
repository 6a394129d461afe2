/** The console: pages for people, drawn from the admin API alone. */
@NullMarked
package dev.mayfly.app.console.page;

import org.jspecify.annotations.NullMarked;
