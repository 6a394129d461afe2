/** Events sent to other servers: allowed addresses, signatures, retries, and dead letters. */
@NullMarked
package dev.mayfly.app.console.webhook;

import org.jspecify.annotations.NullMarked;
