/**
 * Transactions of statements, written by the protocol that the SDKs' own transactions follow, so that either can finish or
 * clean up what the other began.
 */
@NullMarked
package dev.mayfly.face.couchbase.query.transaction;

import org.jspecify.annotations.NullMarked;
