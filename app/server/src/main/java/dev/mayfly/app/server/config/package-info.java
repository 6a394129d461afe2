/**
 * The server's configuration: settings from flags, environment, file and defaults, and the one record they amount to.
 */
@NullMarked
package dev.mayfly.app.server.config;

import org.jspecify.annotations.NullMarked;
