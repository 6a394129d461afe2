/** The query service over HTTP: what a request may say, how its answer is written, what runs at the moment. */
@NullMarked
package dev.mayfly.face.couchbase.query.service;

import org.jspecify.annotations.NullMarked;
