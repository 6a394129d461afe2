/** The syntax tree of a statement: records that say what its text says, and nothing of how it is carried out. */
@NullMarked
package dev.mayfly.face.couchbase.language.tree;

import org.jspecify.annotations.NullMarked;
