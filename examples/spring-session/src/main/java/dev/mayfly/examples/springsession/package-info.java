/** A basket in the session of a web application, over Spring Session MongoDB. */
@NullMarked
package dev.mayfly.examples.springsession;

import org.jspecify.annotations.NullMarked;
