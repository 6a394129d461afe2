/** Parts of requests and answers that all routes of the admin API share. */
@NullMarked
package dev.mayfly.app.console.http;

import org.jspecify.annotations.NullMarked;
