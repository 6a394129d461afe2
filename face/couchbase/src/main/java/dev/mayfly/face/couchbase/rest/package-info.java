/** The management service: what administrators and the managers of the client libraries ask over HTTP. */
@NullMarked
package dev.mayfly.face.couchbase.rest;

import org.jspecify.annotations.NullMarked;
