/** Logins that end, over Spring Data Couchbase. */
@NullMarked
package dev.mayfly.examples.springcouchbase;

import org.jspecify.annotations.NullMarked;
