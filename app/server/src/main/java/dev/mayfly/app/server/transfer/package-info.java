/** Files on the client's side of an export or an import. */
@NullMarked
package dev.mayfly.app.server.transfer;

import org.jspecify.annotations.NullMarked;
