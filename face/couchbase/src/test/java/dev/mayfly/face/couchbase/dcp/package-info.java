@NullMarked
package dev.mayfly.face.couchbase.dcp;

import org.jspecify.annotations.NullMarked;
