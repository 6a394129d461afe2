@NullMarked
package dev.mayfly.face.cosmos.http;

import org.jspecify.annotations.NullMarked;
