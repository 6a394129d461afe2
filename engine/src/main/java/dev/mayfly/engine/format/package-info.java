/** The bytes on disk: keys, values and entries of all spaces, and nothing else. See docs/formats.md. */
@NullMarked
package dev.mayfly.engine.format;

import org.jspecify.annotations.NullMarked;
