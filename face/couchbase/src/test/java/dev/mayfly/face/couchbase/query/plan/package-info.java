@NullMarked
package dev.mayfly.face.couchbase.query.plan;

import org.jspecify.annotations.NullMarked;
