/** MongoDB's query language, compiled to filters and plans. */
@NullMarked
package dev.mayfly.face.mongo.language;

import org.jspecify.annotations.NullMarked;
