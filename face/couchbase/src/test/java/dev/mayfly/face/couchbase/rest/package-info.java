@NullMarked
package dev.mayfly.face.couchbase.rest;

import org.jspecify.annotations.NullMarked;
