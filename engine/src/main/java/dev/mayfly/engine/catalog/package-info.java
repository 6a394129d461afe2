/** What exists: collections with their options, indexes, queues and policy, as immutable values and as bytes. */
@NullMarked
package dev.mayfly.engine.catalog;

import org.jspecify.annotations.NullMarked;
