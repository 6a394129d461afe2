/** Forecasts, history and dry runs of expiry, as values. */
@NullMarked
package dev.mayfly.engine.forecast;

import org.jspecify.annotations.NullMarked;
