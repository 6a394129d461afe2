/** The mongo face as MongoDB's own clients find it. */
@NullMarked
package dev.mayfly.test.conformance.mongo;

import org.jspecify.annotations.NullMarked;
