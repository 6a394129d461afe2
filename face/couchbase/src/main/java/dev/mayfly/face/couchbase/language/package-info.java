/** The query language: its grammar, the tree of a statement, and the evaluation of its expressions. */
@NullMarked
package dev.mayfly.face.couchbase.language;

import org.jspecify.annotations.NullMarked;
