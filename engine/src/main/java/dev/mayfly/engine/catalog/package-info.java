/** The catalog's values: collections with their options, indexes, queues and policy, and their encoding as bytes. */
@NullMarked
package dev.mayfly.engine.catalog;

import org.jspecify.annotations.NullMarked;
