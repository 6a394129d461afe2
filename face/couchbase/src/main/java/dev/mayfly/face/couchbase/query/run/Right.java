package dev.mayfly.face.couchbase.query.run;

import dev.mayfly.face.couchbase.access.Caller;
import dev.mayfly.face.couchbase.access.Permission;
import dev.mayfly.face.couchbase.bucket.BucketCollection;
import dev.mayfly.face.couchbase.language.QueryException;
import dev.mayfly.face.couchbase.query.Execution;
import dev.mayfly.face.couchbase.session.Identity;
import dev.mayfly.face.couchbase.session.Privilege;
import java.util.List;

/** What somebody may need the right to do. */
enum Right {
    SELECT("SELECT", "n1ql.select", "execute", "query_select", Privilege.READ),
    INSERT("INSERT", "n1ql.insert", "execute", "query_insert", Privilege.INSERT),
    UPDATE("UPDATE", "n1ql.update", "execute", "query_update", Privilege.UPSERT),
    DELETE("DELETE", "n1ql.delete", "execute", "query_delete", Privilege.DELETE),
    CREATE_INDEX("CREATE INDEX", "n1ql.index", "create", "query_manage_index", Privilege.SETTINGS),
    DROP_INDEX("DROP INDEX", "n1ql.index", "drop", "query_manage_index", Privilege.SETTINGS),
    BUILD_INDEX("BUILD INDEX", "n1ql.index", "build", "query_manage_index", Privilege.SETTINGS),
    SCOPE("scope", "collections", "write", "scope_admin", Privilege.SETTINGS),
    COLLECTION("collection", "collections", "write", "scope_admin", Privilege.SETTINGS);

    private static final int REFUSED = 13014;

    private final String statement;
    private final String path;
    private final String operation;
    private final String role;
    private final Privilege privilege;

    /**
     * @param path of what is guarded
     * @param role that would do
     * @param privilege by which somebody is judged who has no roles
     */
    Right(String statement, String path, String operation, String role, Privilege privilege) {
        this.statement = statement;
        this.path = path;
        this.operation = operation;
        this.role = role;
        this.privilege = privilege;
    }

    /** What a statement needs that writes so. */
    static List<Right> toWrite(String what) {
        return switch (what) {
            case "INSERT" -> List.of(INSERT);
            case "UPSERT" -> List.of(INSERT, UPDATE);
            case "DELETE" -> List.of(DELETE);
            case "UPDATE" -> List.of(UPDATE);
            default -> List.of(INSERT, UPDATE, DELETE);
        };
    }

    /** @throws QueryException when whoever asks may not do this there */
    void require(Execution execution, Keyspaces.Path at) {
        Identity identity = execution.settings().identity();
        Permission permission = Permission.collection(at.bucket(), at.scope(), at.collection(), path, operation);
        boolean allowed = identity instanceof Caller caller
                ? caller.may(permission)
                : identity.may(privilege, at.bucket(), at.scope(), at.collection());
        if (!allowed) {
            throw refused(at.text());
        }
    }

    void require(Execution execution, BucketCollection keyspace) {
        require(execution, new Keyspaces.Path(keyspace.bucket().name(), keyspace.scope(), keyspace.name()));
    }

    void require(Execution execution, String bucket, String scope) {
        require(execution, new Keyspaces.Path(bucket, scope, Permission.ANY));
    }

    private QueryException refused(String where) {
        return new QueryException(
                REFUSED,
                "User does not have credentials to run " + statement + " queries on " + where + ". Add role " + role
                        + " on " + where + " to allow the statement to run.");
    }
}
