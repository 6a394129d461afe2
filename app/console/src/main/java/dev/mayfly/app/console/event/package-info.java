/** Events as streams and as the deliveries of webhooks. */
@NullMarked
package dev.mayfly.app.console.event;

import org.jspecify.annotations.NullMarked;
