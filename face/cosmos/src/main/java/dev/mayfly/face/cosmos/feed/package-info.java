/** Change feeds: what has changed in a container, in the order in which it did. */
@NullMarked
package dev.mayfly.face.cosmos.feed;

import org.jspecify.annotations.NullMarked;
