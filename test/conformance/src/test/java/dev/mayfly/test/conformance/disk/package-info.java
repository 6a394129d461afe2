/** A client's view of a disk that is full. */
@NullMarked
package dev.mayfly.test.conformance.disk;

import org.jspecify.annotations.NullMarked;
