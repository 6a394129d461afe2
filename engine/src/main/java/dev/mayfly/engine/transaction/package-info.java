/** What an open transaction reads, writes and holds, and the one commit in several collections that ends it. */
@NullMarked
package dev.mayfly.engine.transaction;

import org.jspecify.annotations.NullMarked;
