/** The part of the face that serves the server's administrators. */
@NullMarked
package dev.mayfly.face.mongo.admin;

import org.jspecify.annotations.NullMarked;
