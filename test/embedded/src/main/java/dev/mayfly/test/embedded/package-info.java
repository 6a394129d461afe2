/** The servers of the test kit in the process of the test. */
@NullMarked
package dev.mayfly.test.embedded;

import org.jspecify.annotations.NullMarked;
