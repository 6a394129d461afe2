/**
 * The effects of expiry, one event for each document that it hid or gave back: how they are announced, the log that keeps
 * them, and those who follow it.
 */
@NullMarked
package dev.mayfly.engine.event;

import org.jspecify.annotations.NullMarked;
