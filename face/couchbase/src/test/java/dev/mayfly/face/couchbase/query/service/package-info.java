@NullMarked
package dev.mayfly.face.couchbase.query.service;

import org.jspecify.annotations.NullMarked;
