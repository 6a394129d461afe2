/** Keys, lifetimes and instants as the admin API reads and writes them. */
@NullMarked
package dev.mayfly.app.console.text;

import org.jspecify.annotations.NullMarked;
