package dev.mayfly.face.couchbase.query.system;

import dev.mayfly.face.couchbase.bucket.Bucket;
import dev.mayfly.face.couchbase.bucket.Buckets;
import dev.mayfly.face.couchbase.bucket.Scope;
import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.query.StatementExecution;
import dev.mayfly.face.couchbase.query.function.FunctionName;
import dev.mayfly.face.couchbase.query.function.FunctionRight;
import dev.mayfly.face.couchbase.query.function.StoredFunction;
import dev.mayfly.face.couchbase.query.function.StoredFunctions;
import dev.mayfly.face.couchbase.session.Identity;
import java.util.LinkedHashMap;
import java.util.SequencedMap;

/** The catalog's view of functions that users have made, for those who may call or make them. */
final class SystemFunctions {
    private final Buckets buckets;
    private final StoredFunctions functions;

    SystemFunctions(Buckets buckets, StoredFunctions functions) {
        this.buckets = buckets;
        this.functions = functions;
    }

    SequencedMap<String, N1qlValue> rows(StatementExecution execution) {
        SequencedMap<String, N1qlValue> rows = new LinkedHashMap<>();
        Identity identity = execution.settings().identity();
        add(functions.allGlobal(), identity, rows);
        for (Bucket bucket : buckets.all()) {
            for (Scope scope : bucket.manifest().scopes()) {
                add(functions.all(bucket, scope), identity, rows);
            }
        }
        return rows;
    }

    private static void add(
            SequencedMap<FunctionName, StoredFunction> all, Identity identity, SequencedMap<String, N1qlValue> rows) {
        all.forEach((name, function) -> {
            if (maySee(identity, name, function.isScript())) {
                rows.put(name.path(), row(name, function));
            }
        });
    }

    private static boolean maySee(Identity identity, FunctionName name, boolean script) {
        for (FunctionRight right : FunctionRight.values()) {
            if (right.isOf(identity, name.bucket(), name.scope(), script)) {
                return true;
            }
        }
        return CatalogRight.SYSTEM.isOf(identity);
    }

    private static N1qlValue row(FunctionName name, StoredFunction function) {
        SystemRow named = new SystemRow();
        if (!name.isGlobal()) {
            named.with("bucket", name.bucket());
        }
        named.with("name", name.name()).with("namespace", SystemRow.NAMESPACE);
        if (!name.isGlobal()) {
            named.with("scope", name.scope());
        }
        N1qlValue identity =
                named.with("type", name.isGlobal() ? "global" : "scope").value();
        return new SystemRow()
                .with("definition", function.definition())
                .with("identity", identity)
                .value();
    }
}
