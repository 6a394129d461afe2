/**
 * A collection's record made ready to work, which says what each document yields for every index and queue, and the parts
 * of which a change of the record consists.
 */
@NullMarked
package dev.mayfly.engine.schema;

import org.jspecify.annotations.NullMarked;
