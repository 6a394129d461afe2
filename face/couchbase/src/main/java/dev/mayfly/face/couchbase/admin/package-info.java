/** The services of the face for administrators of the server. */
@NullMarked
package dev.mayfly.face.couchbase.admin;

import org.jspecify.annotations.NullMarked;
