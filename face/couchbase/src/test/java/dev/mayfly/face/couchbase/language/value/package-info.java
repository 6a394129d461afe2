@NullMarked
package dev.mayfly.face.couchbase.language.value;

import org.jspecify.annotations.NullMarked;
