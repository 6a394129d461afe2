@NullMarked
package dev.mayfly.face.cosmos.session;

import org.jspecify.annotations.NullMarked;
