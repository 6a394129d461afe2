/** Filters and JSON schemas: compilation, evaluation, and explanations of failures. */
@NullMarked
package dev.mayfly.face.mongo.language.filter;

import org.jspecify.annotations.NullMarked;
