/** The promises of the whole, through the Couchbase SDKs. */
@NullMarked
package dev.mayfly.test.couchbase;

import org.jspecify.annotations.NullMarked;
