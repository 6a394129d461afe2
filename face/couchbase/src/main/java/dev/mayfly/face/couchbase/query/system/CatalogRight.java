package dev.mayfly.face.couchbase.query.system;

import dev.mayfly.face.couchbase.access.Caller;
import dev.mayfly.face.couchbase.access.Permission;
import dev.mayfly.face.couchbase.language.QueryException;
import dev.mayfly.face.couchbase.session.Identity;

/** What a user needs to see a part of what the query service knows of itself and of others. */
public enum CatalogRight {
    /** The rows themselves are those that the user has any business with. */
    OPEN("", "read", "", ""),
    SYSTEM("n1ql.meta", "read", "the system tables", "query_system_catalog"),
    SECURITY("admin.security", "read", "user information", "admin"),
    /** Not of rows: what is set about the service. */
    SETTINGS("settings", "write", "settings of the service", "admin");

    private static final int REFUSED = 13014;

    private final String path;
    private final String operation;
    private final String what;
    private final String role;

    /** @param path of what is guarded; empty for nothing */
    CatalogRight(String path, String operation, String what, String role) {
        this.path = path;
        this.operation = operation;
        this.what = what;
        this.role = role;
    }

    /** Somebody without roles is the server itself, which may see everything. */
    public boolean isOf(Identity identity) {
        return path.isEmpty()
                || !(identity instanceof Caller caller)
                || caller.may(Permission.cluster(path, operation));
    }

    /** @throws QueryException when the user does not have it */
    public void require(Identity identity) {
        if (!isOf(identity)) {
            throw new QueryException(
                    REFUSED,
                    "User does not have credentials to run queries accessing " + what + ". Add role " + role
                            + " to allow the statement to run.");
        }
    }
}
