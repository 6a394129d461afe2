/** Work that takes long and is asked for over HTTP: begun, looked at and cancelled by separate requests. */
@NullMarked
package dev.mayfly.app.console.operation;

import org.jspecify.annotations.NullMarked;
