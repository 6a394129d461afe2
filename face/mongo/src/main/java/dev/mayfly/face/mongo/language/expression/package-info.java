/** MongoDB's expression language, which computes values in pipelines and in $expr. */
@NullMarked
package dev.mayfly.face.mongo.language.expression;

import org.jspecify.annotations.NullMarked;
