@NullMarked
package dev.mayfly.face.cosmos.feed;

import org.jspecify.annotations.NullMarked;
