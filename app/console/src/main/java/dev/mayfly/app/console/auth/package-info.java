/** Authentication of the admin API and the console: logins, roles, sessions and their cookies. */
@NullMarked
package dev.mayfly.app.console.auth;

import org.jspecify.annotations.NullMarked;
