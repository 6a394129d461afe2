/**
 * What a container's indexing policy makes of the engine's indexes: which paths of an item are indexed, what the keys look
 * like, and how indexes come and go when the policy changes.
 *
 * <p>Keys sort as ORDER BY does (undefined, null, booleans, numbers, strings, arrays, objects; numbers as doubles, strings by
 * code points), so a walk of an index is a sorted answer.
 */
@NullMarked
package dev.mayfly.face.cosmos.query.index;

import org.jspecify.annotations.NullMarked;
