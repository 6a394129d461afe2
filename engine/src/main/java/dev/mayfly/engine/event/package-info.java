/** The effects of expiry, as values: one event for each document that it hid, or gave back. */
@NullMarked
package dev.mayfly.engine.event;

import org.jspecify.annotations.NullMarked;
