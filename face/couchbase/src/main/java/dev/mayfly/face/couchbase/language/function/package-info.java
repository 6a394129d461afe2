/** The functions of the query language: what is computed of one row's values, and what of many rows'. */
@NullMarked
package dev.mayfly.face.couchbase.language.function;

import org.jspecify.annotations.NullMarked;
