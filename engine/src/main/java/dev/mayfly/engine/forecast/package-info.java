/** Forecasts, history and dry runs of expiry: as values, and how they are counted. */
@NullMarked
package dev.mayfly.engine.forecast;

import org.jspecify.annotations.NullMarked;
