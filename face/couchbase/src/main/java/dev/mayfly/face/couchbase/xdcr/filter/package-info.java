/**
 * The expressions that say which documents a replication sends: compiled once, asked of every document.
 *
 * <p>The language is the one of Couchbase's "XDCR Filtering Expressions": conditions of SQL++ over the fields of a document,
 * its key ({@code META().id}) and its extended attributes ({@code META().xattrs}), with two truth values instead of four.
 */
@NullMarked
package dev.mayfly.face.couchbase.xdcr.filter;

import org.jspecify.annotations.NullMarked;
