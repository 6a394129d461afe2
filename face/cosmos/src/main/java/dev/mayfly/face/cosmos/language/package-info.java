/**
 * The query language: a text becomes a {@link dev.mayfly.face.cosmos.language.SqlQuery tree}, in which every name is known to
 * be known, and a tree with its parameters becomes what makes rows of items.
 */
@NullMarked
package dev.mayfly.face.cosmos.language;

import org.jspecify.annotations.NullMarked;
