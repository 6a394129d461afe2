@NullMarked
package dev.mayfly.face.couchbase.session;

import org.jspecify.annotations.NullMarked;
