/** Points at which tests make requests fail on purpose. */
@NullMarked
package dev.mayfly.face.mongo.failpoint;

import org.jspecify.annotations.NullMarked;
