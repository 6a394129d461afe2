/** Sessions of a web application, over Spring Data MongoDB. */
@NullMarked
package dev.mayfly.examples.sessions;

import org.jspecify.annotations.NullMarked;
