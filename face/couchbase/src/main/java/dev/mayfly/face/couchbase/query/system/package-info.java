/** The keyspaces of the namespace system: what the query service knows of itself, as rows. */
@NullMarked
package dev.mayfly.face.couchbase.query.system;

import org.jspecify.annotations.NullMarked;
