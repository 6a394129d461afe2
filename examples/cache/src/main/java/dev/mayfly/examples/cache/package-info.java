/** A cache of rendered pages, over the SDK of Couchbase. */
@NullMarked
package dev.mayfly.examples.cache;

import org.jspecify.annotations.NullMarked;
