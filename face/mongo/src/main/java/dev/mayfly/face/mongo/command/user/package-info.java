/** The commands of users, roles and logins. */
@NullMarked
package dev.mayfly.face.mongo.command.user;

import org.jspecify.annotations.NullMarked;
