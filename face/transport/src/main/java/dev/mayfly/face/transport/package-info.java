/**
 * Accepts connections, frames bytes and HTTP, closes politely.
 *
 * <p>A {@link dev.mayfly.face.transport.Transport} owns the event loops, the limits and every connection. A byte
 * protocol plugs in as a {@link dev.mayfly.face.transport.connection.Protocol}: a framer that returns the length of the next
 * frame, and a handler that makes a {@link dev.mayfly.face.transport.connection.Request} of each frame. HTTP plugs in as an
 * {@link dev.mayfly.face.transport.http.HttpService}.
 *
 * <p>Threads. All work of one connection happens on its event loop unless stated otherwise. A bounded request runs
 * right there, and the loop flushes once after all requests that have arrived. Any other request runs on a virtual
 * thread of its own while nothing more is taken from the connection, so at most one request of a connection runs at a
 * time and answers leave in the order of their requests.
 */
@NullMarked
package dev.mayfly.face.transport;

import org.jspecify.annotations.NullMarked;
