/**
 * The parts that all commands share: the request, its context, access, privileges, limits and counters.
 *
 * <p>The commands themselves stand by kind in the packages below, one file each, and their table in {@code dispatch}.
 */
@NullMarked
package dev.mayfly.face.mongo.command;

import org.jspecify.annotations.NullMarked;
