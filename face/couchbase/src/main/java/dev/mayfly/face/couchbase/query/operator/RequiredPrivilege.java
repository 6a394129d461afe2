package dev.mayfly.face.couchbase.query.operator;

import dev.mayfly.face.couchbase.access.Caller;
import dev.mayfly.face.couchbase.access.Permission;
import dev.mayfly.face.couchbase.bucket.BucketCollection;
import dev.mayfly.face.couchbase.language.value.N1qlException;
import dev.mayfly.face.couchbase.query.StatementExecution;
import dev.mayfly.face.couchbase.session.Identity;
import dev.mayfly.face.couchbase.session.Privilege;
import java.util.List;

/** The privileges that statements require. */
public enum RequiredPrivilege {
    SELECT("SELECT", "n1ql.select", "execute", "query_select", Privilege.READ),
    INSERT("INSERT", "n1ql.insert", "execute", "query_insert", Privilege.INSERT),
    UPDATE("UPDATE", "n1ql.update", "execute", "query_update", Privilege.UPSERT),
    DELETE("DELETE", "n1ql.delete", "execute", "query_delete", Privilege.DELETE),
    CREATE_INDEX("CREATE INDEX", "n1ql.index", "create", "query_manage_index", Privilege.SETTINGS),
    DROP_INDEX("DROP INDEX", "n1ql.index", "drop", "query_manage_index", Privilege.SETTINGS),
    BUILD_INDEX("BUILD INDEX", "n1ql.index", "build", "query_manage_index", Privilege.SETTINGS),
    MANAGE_SEQUENCES("manage sequences", "n1ql.sequences", "manage", "query_manage_sequences", Privilege.SETTINGS),
    USE_SEQUENCES("use sequences", "n1ql.sequences", "execute", "query_use_sequences", Privilege.UPSERT),
    SYSTEM_ATTRIBUTES("xattrs", "data.sxattr", "read", "data_dcp_reader", Privilege.SYSTEM_XATTR_READ),
    SCOPE("scope", "collections", "write", "scope_admin", Privilege.SETTINGS),
    COLLECTION("collection", "collections", "write", "scope_admin", Privilege.SETTINGS);

    private static final int REFUSED = 13014;

    private final String statement;
    private final String path;
    private final String operation;
    private final String role;
    private final Privilege privilege;

    /**
     * @param path of the guarded object
     * @param role that would suffice
     * @param privilege that decides for a user without roles
     */
    RequiredPrivilege(String statement, String path, String operation, String role, Privilege privilege) {
        this.statement = statement;
        this.path = path;
        this.operation = operation;
        this.role = role;
        this.privilege = privilege;
    }

    /** Returns the privileges of a statement that writes with this verb. */
    public static List<RequiredPrivilege> toWrite(String what) {
        return switch (what) {
            case "INSERT" -> List.of(INSERT);
            case "UPSERT" -> List.of(INSERT, UPDATE);
            case "DELETE" -> List.of(DELETE);
            case "UPDATE" -> List.of(UPDATE);
            default -> List.of(INSERT, UPDATE, DELETE);
        };
    }

    /** @throws N1qlException if the user of the request lacks this privilege there */
    public void require(StatementExecution execution, Keyspaces.Path at) {
        Identity identity = execution.settings().identity();
        Permission permission = Permission.collection(at.bucket(), at.scope(), at.collection(), path, operation);
        boolean allowed = identity instanceof Caller caller
                ? caller.may(permission)
                : identity.may(privilege, at.bucket(), at.scope(), at.collection());
        if (!allowed) {
            throw refused(at.text());
        }
    }

    public void require(StatementExecution execution, BucketCollection keyspace) {
        require(execution, new Keyspaces.Path(keyspace.bucket().name(), keyspace.scope(), keyspace.name()));
    }

    public void require(StatementExecution execution, String bucket, String scope) {
        require(execution, new Keyspaces.Path(bucket, scope, Permission.ANY));
    }

    private N1qlException refused(String where) {
        return new N1qlException(
                REFUSED,
                "User does not have credentials to run " + statement + " queries on " + where + ". Add role " + role
                        + " on " + where + " to allow the statement to run.");
    }
}
