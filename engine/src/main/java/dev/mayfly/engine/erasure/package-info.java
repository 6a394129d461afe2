/** What was destroyed because it had expired. */
@NullMarked
package dev.mayfly.engine.erasure;

import org.jspecify.annotations.NullMarked;
