/** The sandbox in which functions of clients run, and what they find in it. */
@NullMarked
package dev.mayfly.face.mongo.language.sandbox;

import org.jspecify.annotations.NullMarked;
