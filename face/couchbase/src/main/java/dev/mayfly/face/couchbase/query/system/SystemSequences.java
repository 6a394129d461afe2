package dev.mayfly.face.couchbase.query.system;

import dev.mayfly.face.couchbase.access.Caller;
import dev.mayfly.face.couchbase.access.Permission;
import dev.mayfly.face.couchbase.bucket.Bucket;
import dev.mayfly.face.couchbase.bucket.Buckets;
import dev.mayfly.face.couchbase.bucket.Scope;
import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.language.value.N1qlValues;
import dev.mayfly.face.couchbase.query.StatementExecution;
import dev.mayfly.face.couchbase.query.sequence.Sequences;
import dev.mayfly.face.couchbase.session.Identity;
import java.util.LinkedHashMap;
import java.util.SequencedMap;

/** The catalog's view of sequences, for users that may use or make them. */
final class SystemSequences {
    private final Buckets buckets;
    private final Sequences sequences;

    SystemSequences(Buckets buckets, Sequences sequences) {
        this.buckets = buckets;
        this.sequences = sequences;
    }

    /** @param all also those of which no number has been taken since the server began */
    SequencedMap<String, N1qlValue> rows(StatementExecution execution, boolean all) {
        SequencedMap<String, N1qlValue> rows = new LinkedHashMap<>();
        for (Bucket bucket : buckets.all()) {
            for (Scope scope : bucket.manifest().scopes()) {
                if (maySee(execution.settings().identity(), bucket, scope)) {
                    for (Sequences.Shown each : sequences.all(bucket, scope)) {
                        if (all || each.current() != null) {
                            rows.put(each.name().text(), row(each));
                        }
                    }
                }
            }
        }
        return rows;
    }

    private static boolean maySee(Identity identity, Bucket bucket, Scope scope) {
        return CatalogRight.SYSTEM.isOf(identity)
                || !(identity instanceof Caller caller)
                || may(caller, bucket, scope, "execute")
                || may(caller, bucket, scope, "manage");
    }

    private static boolean may(Caller caller, Bucket bucket, Scope scope, String operation) {
        return caller.may(
                Permission.collection(bucket.name(), scope.name(), Permission.ANY, "n1ql.sequences", operation));
    }

    private N1qlValue row(Sequences.Shown sequence) {
        SequencedMap<String, N1qlValue> value = new LinkedHashMap<>();
        Long current = sequence.current();
        value.put(buckets.node(), current == null ? N1qlValues.NULL : N1qlValues.of(current));
        value.put("~next_block", N1qlValues.of(sequence.nextBlock()));
        return new SystemRow()
                .with("bucket", sequence.name().bucket())
                .with("cache", N1qlValues.of(sequence.cache()))
                .with("cycle", N1qlValues.of(sequence.cycle()))
                .with("increment", N1qlValues.of(sequence.increment()))
                .with("max", N1qlValues.of(sequence.greatest()))
                .with("min", N1qlValues.of(sequence.least()))
                .with("name", sequence.name().name())
                .with("namespace", SystemRow.NAMESPACE)
                .with("namespace_id", SystemRow.NAMESPACE)
                .with("path", sequence.name().path())
                .with("scope_id", sequence.name().scope())
                .with("value", N1qlValues.object(value))
                .value();
    }
}
