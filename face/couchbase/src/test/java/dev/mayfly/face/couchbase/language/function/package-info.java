@NullMarked
package dev.mayfly.face.couchbase.language.function;

import org.jspecify.annotations.NullMarked;
