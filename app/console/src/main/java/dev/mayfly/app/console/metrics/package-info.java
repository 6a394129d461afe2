/** The figures that the server counts, for Prometheus and the pages. */
@NullMarked
package dev.mayfly.app.console.metrics;

import org.jspecify.annotations.NullMarked;
