package dev.mayfly.face.couchbase.query.function;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.engine.read.Document;
import dev.mayfly.face.couchbase.bucket.Bucket;
import dev.mayfly.face.couchbase.bucket.BucketCollection;
import dev.mayfly.face.couchbase.bucket.Buckets;
import dev.mayfly.face.couchbase.bucket.Scope;
import dev.mayfly.face.couchbase.kv.DocumentOutcome;
import dev.mayfly.face.couchbase.kv.Documents;
import dev.mayfly.face.couchbase.kv.Edit;
import dev.mayfly.face.couchbase.kv.WriteTerms;
import dev.mayfly.face.couchbase.language.value.N1qlException;
import dev.mayfly.face.couchbase.query.scope.ScopeRecords;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/** All functions that users have made. Safe for concurrent use. */
public final class StoredFunctions {
    /*
     * A function of a scope is a record of it; a global one is a record of the face. Every statement reads the functions
     * that it calls anew, so that servers which share a store agree about them.
     */
    private static final String PREFIX = "udf::";

    private static final String GLOBAL = "function/";
    private static final WriteTerms SAFELY = new WriteTerms(WriteTerms.ANY_CAS, true);

    private final Documents documents;
    private final Buckets buckets;
    private final ScopeRecords kept;

    public StoredFunctions(Documents documents, Buckets buckets) {
        this.documents = documents;
        this.buckets = buckets;
        this.kept = new ScopeRecords(documents, buckets, PREFIX);
        buckets.addListener(kept::dropLost);
    }

    /** Returns the function of this name; null if there is none. */
    public @Nullable StoredFunction find(FunctionName name) {
        byte[] found = name.isGlobal() ? global(name) : scoped(name);
        return found == null ? null : read(name, found);
    }

    private byte @Nullable [] global(FunctionName name) {
        buckets.records().refresh();
        return buckets.records().get(GLOBAL + name.name());
    }

    private byte @Nullable [] scoped(FunctionName name) {
        try {
            BucketCollection in = ScopeRecords.collection(kept.bucket(name.bucket()));
            Document found = in == null ? null : documents.get(in, key(name));
            return found == null ? null : found.body();
        } catch (N1qlException refused) {
            if (ScopeRecords.isOfPlace(refused)) {
                return null;
            }
            throw refused;
        }
    }

    private static StoredFunction read(FunctionName name, byte[] bytes) {
        try {
            return StoredFunction.fromBytes(bytes);
        } catch (JacksonException _) {
            throw FunctionErrors.unreadable(name);
        }
    }

    /**
     * Makes a function.
     *
     * @param replace whether it takes the place of another one of its name
     */
    public void create(FunctionName name, StoredFunction function, boolean replace) {
        byte[] bytes = function.toBytes();
        boolean isTaken = name.isGlobal() ? !keepGlobal(name, bytes, replace) : !keepScoped(name, bytes, replace);
        if (isTaken) {
            throw FunctionErrors.exists(name);
        }
    }

    private synchronized boolean keepGlobal(FunctionName name, byte[] bytes, boolean replace) {
        AtomicBoolean isKept = new AtomicBoolean();
        buckets.records().update(GLOBAL + name.name(), before -> {
            if (before != null && !replace) {
                isKept.set(false);
                return before;
            }
            isKept.set(true);
            return bytes;
        });
        return isKept.get();
    }

    private boolean keepScoped(FunctionName name, byte[] bytes, boolean replace) {
        DocumentOutcome outcome =
                write(name, before -> before == null || replace ? ScopeRecords.put(bytes) : Edit.KEEP);
        return !(outcome instanceof DocumentOutcome.Unchanged);
    }

    /** Makes the change of a record; the record there is null if there is none. */
    @FunctionalInterface
    private interface RecordEdit {
        Edit of(@Nullable Document before);
    }

    private DocumentOutcome write(FunctionName name, RecordEdit edit) {
        try {
            BucketCollection in = ScopeRecords.collection(kept.bucket(name.bucket()));
            if (in == null) {
                throw FunctionErrors.notKept(name);
            }
            DocumentOutcome outcome = documents.write(in, key(name), SAFELY, found -> edit.of(found.document()));
            if (outcome instanceof DocumentOutcome.Refused) {
                throw FunctionErrors.notKept(name);
            }
            return outcome;
        } catch (N1qlException refused) {
            throw ScopeRecords.isOfPlace(refused) ? FunctionErrors.invalidName(name.path(), refused.text()) : refused;
        }
    }

    public void drop(FunctionName name) {
        boolean isDropped = name.isGlobal() ? dropGlobal(name) : dropScoped(name);
        if (!isDropped) {
            throw FunctionErrors.notFound(name);
        }
    }

    private boolean dropGlobal(FunctionName name) {
        if (global(name) == null) {
            return false;
        }
        buckets.records().delete(GLOBAL + name.name());
        return true;
    }

    private boolean dropScoped(FunctionName name) {
        DocumentOutcome outcome = write(name, before -> before == null ? Edit.KEEP : Edit.remove(before));
        return !(outcome instanceof DocumentOutcome.Unchanged);
    }

    private DocumentKey key(FunctionName name) {
        return kept.key(name.bucket(), name.scope(), name.name());
    }

    /** Returns the global functions, by name. */
    public SequencedMap<FunctionName, StoredFunction> allGlobal() {
        buckets.records().refresh();
        SequencedMap<FunctionName, StoredFunction> all = new LinkedHashMap<>();
        for (Map.Entry<String, byte[]> each : buckets.records().list(GLOBAL).entrySet()) {
            FunctionName name = FunctionName.global(each.getKey().substring(GLOBAL.length()));
            all.put(name, read(name, each.getValue()));
        }
        return all;
    }

    /** Returns the functions of a scope, by name. */
    public SequencedMap<FunctionName, StoredFunction> all(Bucket bucket, Scope scope) {
        SequencedMap<FunctionName, StoredFunction> all = new LinkedHashMap<>();
        kept.each(bucket, scope, each -> {
            FunctionName name = new FunctionName(bucket.name(), scope.name(), each.name());
            all.put(name, read(name, each.json()));
        });
        return all;
    }
}
