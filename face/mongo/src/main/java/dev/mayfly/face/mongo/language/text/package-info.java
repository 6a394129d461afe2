/** Searches for words in texts: how texts are cut into terms, what an index of texts keeps, what a search asks for and how it scores. */
@NullMarked
package dev.mayfly.face.mongo.language.text;

import org.jspecify.annotations.NullMarked;
