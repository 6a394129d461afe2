@NullMarked
package dev.mayfly.face.couchbase.subdoc;

import org.jspecify.annotations.NullMarked;
