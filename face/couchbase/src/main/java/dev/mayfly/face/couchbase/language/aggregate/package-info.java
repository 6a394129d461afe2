/** The functions of the values of many rows. */
@NullMarked
package dev.mayfly.face.couchbase.language.aggregate;

import org.jspecify.annotations.NullMarked;
