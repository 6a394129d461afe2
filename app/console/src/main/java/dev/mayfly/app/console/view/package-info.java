/** Records that the admin API answers with. */
@NullMarked
package dev.mayfly.app.console.view;

import org.jspecify.annotations.NullMarked;
