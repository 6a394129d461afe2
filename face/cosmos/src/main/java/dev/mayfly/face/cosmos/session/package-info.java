/** The authentication of callers: keys, signatures, resource tokens, users and their permissions. */
@NullMarked
package dev.mayfly.face.cosmos.session;

import org.jspecify.annotations.NullMarked;
