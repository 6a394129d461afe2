/** The mongo face through Spring Data. */
@NullMarked
package dev.mayfly.test.conformance.spring;

import org.jspecify.annotations.NullMarked;
