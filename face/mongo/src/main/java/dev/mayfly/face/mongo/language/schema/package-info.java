/** {@code $jsonSchema}: what a document must be like, in MongoDB's dialect of JSON Schema draft 4. */
@NullMarked
package dev.mayfly.face.mongo.language.schema;

import org.jspecify.annotations.NullMarked;
