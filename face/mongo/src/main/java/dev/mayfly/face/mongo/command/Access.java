package dev.mayfly.face.mongo.command;

import dev.mayfly.face.mongo.dispatch.RequiredPrivileges;

/** The category of a command; {@link RequiredPrivileges} lists the privileges that its client needs. */
public enum Access {
    /** Asks for nothing, not even a login. */
    ANYONE,
    /** For any client that has logged in. */
    LOGGED_IN,
    READ,
    WRITE,
    /** Collections, indexes and their expiry. */
    MANAGE,
    /** The profiling of a database's operations. */
    PROFILE,
    MANAGE_USERS,
    MONITOR,
    MANAGE_SERVER
}
