/** The mongo face through clients from npm. */
@NullMarked
package dev.mayfly.test.conformance.node;

import org.jspecify.annotations.NullMarked;
