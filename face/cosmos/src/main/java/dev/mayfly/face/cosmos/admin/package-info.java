/** The administration of the face. */
@NullMarked
package dev.mayfly.face.cosmos.admin;

import org.jspecify.annotations.NullMarked;
