/** Explanations: why a document expires or does not, and what can be done about it. */
@NullMarked
package dev.mayfly.app.console.doctor;

import org.jspecify.annotations.NullMarked;
