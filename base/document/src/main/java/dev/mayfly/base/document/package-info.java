/** Documents, keys and lifetimes as immutable values; one view over BSON and JSON bytes. */
@NullMarked
package dev.mayfly.base.document;

import org.jspecify.annotations.NullMarked;
