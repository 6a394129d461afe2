@NullMarked
package dev.mayfly.face.couchbase.query.index;

import org.jspecify.annotations.NullMarked;
