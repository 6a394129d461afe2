/** Documents that expire while one watches, written through the ports of all three faces as applications would. */
@NullMarked
package dev.mayfly.app.server.demo;

import org.jspecify.annotations.NullMarked;
