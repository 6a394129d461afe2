/** HTTP on a connection: requests, responses, routes, and the check of hosts. */
@NullMarked
package dev.mayfly.face.transport.http;

import org.jspecify.annotations.NullMarked;
