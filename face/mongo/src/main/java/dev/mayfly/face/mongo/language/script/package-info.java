/** Functions in JavaScript that filters and expressions call, and how values of BSON reach them. */
@NullMarked
package dev.mayfly.face.mongo.language.script;

import org.jspecify.annotations.NullMarked;
