/** The query language: its grammar, the tree of a statement, and what carries out its expressions. */
@NullMarked
package dev.mayfly.face.couchbase.language;

import org.jspecify.annotations.NullMarked;
