@NullMarked
package dev.mayfly.face.cosmos;

import org.jspecify.annotations.NullMarked;
