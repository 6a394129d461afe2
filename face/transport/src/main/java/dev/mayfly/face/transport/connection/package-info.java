/** Connections, whatever they speak: frames in, batches of requests, answers out, limits and timeouts. */
@NullMarked
package dev.mayfly.face.transport.connection;

import org.jspecify.annotations.NullMarked;
