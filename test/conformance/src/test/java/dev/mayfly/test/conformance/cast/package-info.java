/** The moving picture on the first page of the project, made from a run of the real things. */
@NullMarked
package dev.mayfly.test.conformance.cast;

import org.jspecify.annotations.NullMarked;
