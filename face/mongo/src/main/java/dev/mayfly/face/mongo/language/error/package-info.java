/** The exception that refuses a query, with the code that MongoDB uses. */
@NullMarked
package dev.mayfly.face.mongo.language.error;

import org.jspecify.annotations.NullMarked;
