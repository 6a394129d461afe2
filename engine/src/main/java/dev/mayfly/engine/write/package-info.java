/**
 * Writing to one collection: its state with the schema in force, the committer with the books that every write keeps, and
 * the plan by which a decision about a document becomes a draft.
 */
@NullMarked
package dev.mayfly.engine.write;

import org.jspecify.annotations.NullMarked;
