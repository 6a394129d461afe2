/** Users, roles and permissions. */
@NullMarked
package dev.mayfly.face.couchbase.access;

import org.jspecify.annotations.NullMarked;
