package dev.mayfly.face.mongo.command;

/** What kind of thing a command does; {@link RequiredPrivileges} says what its client must be allowed. */
public enum Access {
    /** Asks for nothing, not even a login. */
    ANYONE,
    /** For whoever has logged in. */
    LOGGED_IN,
    READ,
    WRITE,
    /** Collections, indexes and their expiry. */
    MANAGE,
    /** What is recorded of the operations of a database. */
    PROFILE,
    MANAGE_USERS,
    MONITOR,
    MANAGE_SERVER
}
