/** The reads, writes and locks of an open transaction, and the one commit in several collections that ends it. */
@NullMarked
package dev.mayfly.engine.transaction;

import org.jspecify.annotations.NullMarked;
