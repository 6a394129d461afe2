package dev.mayfly.face.couchbase.query.function;

import dev.mayfly.face.couchbase.access.Caller;
import dev.mayfly.face.couchbase.access.Permission;
import dev.mayfly.face.couchbase.language.value.N1qlException;
import dev.mayfly.face.couchbase.session.Identity;

/** What a user may do with functions. */
public enum FunctionRight {
    MANAGE("manage"),
    EXECUTE("execute");

    private static final int REFUSED = 13014;

    private final String operation;

    FunctionRight(String operation) {
        this.operation = operation;
    }

    /**
     * Somebody without roles is the server itself, which may do everything.
     *
     * @param script whether the function is one in JavaScript
     */
    public boolean isOf(Identity identity, String bucket, String scope, boolean script) {
        String path = script ? "n1ql.udf_external" : "n1ql.udf";
        return !(identity instanceof Caller caller)
                || caller.may(
                        bucket.isEmpty()
                                ? Permission.cluster(path, operation)
                                : Permission.collection(bucket, scope, Permission.ANY, path, operation));
    }

    /** @throws N1qlException if the user does not have it */
    public void require(Identity identity, FunctionName name, boolean script) {
        if (!isOf(identity, name.bucket(), name.scope(), script)) {
            throw refused(name, script ? "external " : "");
        }
    }

    private N1qlException refused(FunctionName name, String kind) {
        String where = name.isGlobal() ? "global " : "";
        String role = "query_" + operation + "_" + (where + kind).replace(' ', '_') + "functions";
        return new N1qlException(
                REFUSED,
                "User does not have credentials to " + operation + " " + (name.isGlobal() ? where : "scope ") + kind
                        + "functions. Add role " + role + (name.isGlobal() ? "" : " on " + name.path())
                        + " to allow the statement to run.");
    }
}
