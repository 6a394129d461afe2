@NullMarked
package dev.mayfly.face.couchbase.language;

import org.jspecify.annotations.NullMarked;
