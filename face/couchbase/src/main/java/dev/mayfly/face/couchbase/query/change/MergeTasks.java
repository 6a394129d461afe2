package dev.mayfly.face.couchbase.query.change;

import dev.mayfly.face.couchbase.language.value.N1qlException;
import dev.mayfly.face.couchbase.language.value.N1qlString;
import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.language.value.N1qlValues;
import dev.mayfly.face.couchbase.query.expression.Frame;
import dev.mayfly.face.couchbase.query.expression.Meta;
import dev.mayfly.face.couchbase.query.operator.DocumentRow;
import dev.mayfly.face.couchbase.query.operator.JoinStep;
import dev.mayfly.face.couchbase.query.operator.OperatorMemory;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The planned writes of a run of MERGE, found and judged before the first write. Used by one thread. */
final class MergeTasks {
    private static final int INVALID_KEY = 5030;
    private static final int CHANGED_TWICE = 5320;
    private static final int INSERTED_TWICE = 5330;
    private static final int KEY_BYTES = 100;
    private static final String CHANGE = "UPDATE/DELETE";

    private final MergeStatement merge;
    private final long most;
    private final List<Task> updates = new ArrayList<>();
    private final List<Task> deletes = new ArrayList<>();
    private final List<Task> inserts = new ArrayList<>();
    private final boolean legacy;
    private final Set<String> changed = new HashSet<>();
    private final Set<String> deleted = new HashSet<>();
    private final Set<String> inserted = new HashSet<>();
    private final OperatorMemory budget = new OperatorMemory(OperatorMemory.BYTES_MAX);

    /**
     * No tasks yet.
     *
     * @param most how many updates there may be, and deletions, and insertions
     * @param legacy whether several rows may delete the same document
     */
    MergeTasks(MergeStatement merge, long most, boolean legacy) {
        this.merge = merge;
        this.most = most;
        this.legacy = legacy;
    }

    /**
     * A row of the source and the document that it changes, deletes or makes.
     *
     * @param version of the document that was looked at; 0 where there is none
     * @param numbers that the row has taken of sequences, or null
     */
    record Task(
            N1qlValue value,
            @Nullable Meta meta,
            String key,
            long version,
            @Nullable Map<Object, Long> numbers) {}

    List<Task> updates() {
        return updates;
    }

    List<Task> deletes() {
        return deletes;
    }

    List<Task> inserts() {
        return inserts;
    }

    /** Returns whether an error says that two rows want the same document. */
    static boolean isConflict(N1qlException error) {
        return error.code() == CHANGED_TWICE || error.code() == INSERTED_TWICE;
    }

    /** @throws N1qlException when two rows would change, delete or make the same document */
    void gather(Frame frame) {
        JoinStep met = merge.target().before(at -> {
            at.beginRow();
            merge.let(at);
            Meta meta = at.meta(merge.target().slot());
            if (meta instanceof DocumentRow row && row.field("id") instanceof N1qlString id) {
                matched(at, id.stringValue(), row.version());
            } else {
                unmatched(at);
            }
            return !isEnough();
        });
        merge.source()
                .before(at -> {
                    requireKey(at);
                    return met.row(at);
                })
                .row(frame);
    }

    /** Returns whether every action of the statement has reached its limit. */
    private boolean isEnough() {
        return (merge.update() == null || updates.size() >= most)
                && (merge.delete() == null || deletes.size() >= most)
                && (merge.insert() == null || inserts.size() >= most);
    }

    private void requireKey(Frame at) {
        if (merge.key() != null && !(merge.key().of(at) instanceof N1qlString)) {
            N1qlValue key = merge.key().of(at);
            throw new N1qlException(INVALID_KEY, "Invalid MERGE key " + shown(key) + ", which is no string.");
        }
    }

    private static String shown(N1qlValue key) {
        return key.isMissing() ? "missing" : N1qlValues.json(key);
    }

    private void matched(Frame at, String key, long version) {
        // Both may be meant, and then they are in conflict with each other.
        if (merge.update() != null && merge.update().guard().admits(at)) {
            take(changed, key, CHANGED_TWICE, CHANGE);
            add(updates, at, key, version);
        }
        if (merge.delete() != null && merge.delete().admits(at)) {
            if (legacy && deleted.contains(key)) {
                return;
            }
            take(changed, key, CHANGED_TWICE, CHANGE);
            deleted.add(key);
            add(deletes, at, key, version);
        }
    }

    private void unmatched(Frame at) {
        if (merge.insert() == null) {
            return;
        }
        N1qlValue key = merge.insert().key().of(at);
        if (!(key instanceof N1qlString text)) {
            throw new N1qlException(NewDocument.INSERT_KEY_TYPE, "Cannot INSERT non-string key " + shown(key) + ".");
        }
        if (merge.insert().guard().admits(at)) {
            take(inserted, text.stringValue(), INSERTED_TWICE, "INSERT");
            add(inserts, at, text.stringValue(), 0);
        }
    }

    private void take(Set<String> taken, String key, int code, String action) {
        if (!taken.add(key)) {
            throw new N1qlException(
                    code,
                    "Multiple " + action + " of the same document (document key '" + key + "') in a MERGE statement");
        }
        budget.take(KEY_BYTES + 2L * key.length());
    }

    private void add(List<Task> tasks, Frame at, String key, long version) {
        if (tasks.size() < most) {
            int slot = merge.source().slot();
            tasks.add(new Task(budget.keep(at.get(slot)), at.meta(slot), key, version, at.taken()));
        }
    }
}
