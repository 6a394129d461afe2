/** The whole server under load through real drivers, beside servers that people would use instead. */
@NullMarked
package dev.mayfly.bench.drivers;

import org.jspecify.annotations.NullMarked;
