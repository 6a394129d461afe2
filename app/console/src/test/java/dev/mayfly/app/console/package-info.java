@NullMarked
package dev.mayfly.app.console;

import org.jspecify.annotations.NullMarked;
