@NullMarked
package dev.mayfly.face.cosmos.resource;

import org.jspecify.annotations.NullMarked;
