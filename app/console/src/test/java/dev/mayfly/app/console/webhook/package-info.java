@NullMarked
package dev.mayfly.app.console.webhook;

import org.jspecify.annotations.NullMarked;
