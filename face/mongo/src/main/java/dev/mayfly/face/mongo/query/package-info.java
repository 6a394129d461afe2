/** Finds the documents that a command asks for: plans, walks, filters, sorts, and goes on later where it stopped. */
@NullMarked
package dev.mayfly.face.mongo.query;

import org.jspecify.annotations.NullMarked;
