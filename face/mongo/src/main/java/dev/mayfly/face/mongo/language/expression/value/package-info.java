/** The values that operators compute with: numbers, dates, positions in texts, and the growth of what they make. */
@NullMarked
package dev.mayfly.face.mongo.language.expression.value;

import org.jspecify.annotations.NullMarked;
