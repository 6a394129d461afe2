/** The server's side of logins by SCRAM. */
@NullMarked
package dev.mayfly.face.transport.scram;

import org.jspecify.annotations.NullMarked;
