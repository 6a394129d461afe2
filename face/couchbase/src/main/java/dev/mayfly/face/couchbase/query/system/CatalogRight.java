package dev.mayfly.face.couchbase.query.system;

import dev.mayfly.face.couchbase.access.Caller;
import dev.mayfly.face.couchbase.access.Permission;
import dev.mayfly.face.couchbase.language.value.N1qlException;
import dev.mayfly.face.couchbase.session.Identity;

/** The privileges needed to see the parts of the query service's own catalog. */
public enum CatalogRight {
    /** The rows themselves are those that the user has any business with. */
    OPEN("", "read", "", ""),
    SYSTEM("n1ql.meta", "read", "the system tables", "query_system_catalog"),
    SECURITY("admin.security", "read", "user information", "admin"),
    /** The settings of the service, which are not rows. */
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

    /** @throws N1qlException when the user does not have it */
    public void require(Identity identity) {
        if (!isOf(identity)) {
            throw new N1qlException(
                    REFUSED,
                    "User does not have credentials to run queries accessing " + what + ". Add role " + role
                            + " to allow the statement to run.");
        }
    }
}
