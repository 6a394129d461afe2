/** The Couchbase face through its real clients, and through frames written by hand where no client would send such. */
@NullMarked
package dev.mayfly.test.couchbase;

import org.jspecify.annotations.NullMarked;
