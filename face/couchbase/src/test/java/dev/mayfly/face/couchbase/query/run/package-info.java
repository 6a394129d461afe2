@NullMarked
package dev.mayfly.face.couchbase.query.run;

import org.jspecify.annotations.NullMarked;
