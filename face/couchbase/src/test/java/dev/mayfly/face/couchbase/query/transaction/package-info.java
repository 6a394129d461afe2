@NullMarked
package dev.mayfly.face.couchbase.query.transaction;

import org.jspecify.annotations.NullMarked;
