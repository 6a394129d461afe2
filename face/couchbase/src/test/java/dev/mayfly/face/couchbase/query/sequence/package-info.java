@NullMarked
package dev.mayfly.face.couchbase.query.sequence;

import org.jspecify.annotations.NullMarked;
