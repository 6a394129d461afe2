/** Events sent to other servers: where to, signed how, tried how often, and what becomes of those that cannot be sent. */
@NullMarked
package dev.mayfly.app.console.webhook;

import org.jspecify.annotations.NullMarked;
