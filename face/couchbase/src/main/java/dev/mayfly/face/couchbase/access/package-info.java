/** Users, roles, and who may do what. */
@NullMarked
package dev.mayfly.face.couchbase.access;

import org.jspecify.annotations.NullMarked;
