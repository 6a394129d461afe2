/** The errors of the admin API and their wording. */
@NullMarked
package dev.mayfly.app.console.error;

import org.jspecify.annotations.NullMarked;
