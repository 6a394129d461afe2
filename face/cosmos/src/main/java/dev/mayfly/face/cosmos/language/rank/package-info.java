/** Scores of texts and the ranks that they give to items. */
@NullMarked
package dev.mayfly.face.cosmos.language.rank;

import org.jspecify.annotations.NullMarked;
