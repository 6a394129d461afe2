/**
 * Reads and writes of dates: the formats that a statement names, in any of the styles of the query service, and those
 * that are recognised without one.
 */
@NullMarked
package dev.mayfly.face.couchbase.language.date;

import org.jspecify.annotations.NullMarked;
