/** Words of natural languages: their stems, and those that say nothing. The algorithms are Snowball's, by Lucene. */
@NullMarked
package dev.mayfly.base.text;

import org.jspecify.annotations.NullMarked;
