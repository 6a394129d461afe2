/** The routes of the admin API, a class for each subject; {@code AdminApi} is their table. */
@NullMarked
package dev.mayfly.app.console.api;

import org.jspecify.annotations.NullMarked;
