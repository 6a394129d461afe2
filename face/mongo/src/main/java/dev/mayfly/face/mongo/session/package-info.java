/**
 * The state kept between commands: the user of a connection, logical sessions, and open cursors.
 *
 * <p>Everything here is bounded, and measured in time by the machine's clock.
 */
@NullMarked
package dev.mayfly.face.mongo.session;

import org.jspecify.annotations.NullMarked;
