/** Requests and responses of the protocol: links, header fields, charges, and the table of operations. */
@NullMarked
package dev.mayfly.face.cosmos.http;

import org.jspecify.annotations.NullMarked;
