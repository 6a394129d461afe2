/** Files on the client's side of an export or an import: taken apart into what fits in one request, and gone on with. */
@NullMarked
package dev.mayfly.app.server.transfer;

import org.jspecify.annotations.NullMarked;
