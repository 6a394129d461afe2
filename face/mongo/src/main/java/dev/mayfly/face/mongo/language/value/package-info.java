/** Values as trees: their order, their text in messages, their types' names and Mongo's arithmetic. */
@NullMarked
package dev.mayfly.face.mongo.language.value;

import org.jspecify.annotations.NullMarked;
