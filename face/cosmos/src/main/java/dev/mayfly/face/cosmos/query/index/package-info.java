/**
 * The translation of a container's indexing policy into the engine's indexes: the indexed paths of an item, the form
 * of the keys, and the changes of indexes when the policy changes.
 *
 * <p>Keys sort as ORDER BY does (undefined, null, booleans, numbers, strings, arrays, objects; numbers as doubles,
 * strings by code points), so a walk of an index is a sorted answer.
 */
@NullMarked
package dev.mayfly.face.cosmos.query.index;

import org.jspecify.annotations.NullMarked;
