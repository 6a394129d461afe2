/**
 * The changes of a collection in the order of their numbers, for those who follow them slot by slot.
 *
 * <p>A slot is a part of the keys of a collection that its face defines. Every change of a document (a write, a removal, its
 * expiry) has a number that no other change of the same slot has, and the numbers of a slot grow. They are versions: a batch
 * that changes several documents takes as many versions as it changes documents, and is written with the last of them.
 */
@NullMarked
package dev.mayfly.engine.sequence;

import org.jspecify.annotations.NullMarked;
