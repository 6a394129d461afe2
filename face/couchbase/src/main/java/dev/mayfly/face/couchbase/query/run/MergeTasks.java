package dev.mayfly.face.couchbase.query.run;

import dev.mayfly.face.couchbase.language.QueryException;
import dev.mayfly.face.couchbase.language.value.StringValue;
import dev.mayfly.face.couchbase.language.value.Value;
import dev.mayfly.face.couchbase.language.value.Values;
import dev.mayfly.face.couchbase.query.expression.Frame;
import dev.mayfly.face.couchbase.query.expression.Meta;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a run of MERGE is to write, found and judged before the first write. Used by one thread. */
final class MergeTasks {
    private static final int INVALID_KEY = 5030;
    private static final int CHANGED_TWICE = 5320;
    private static final int INSERTED_TWICE = 5330;
    private static final int KEY_BYTES = 100;

    private final MergeStatement merge;
    private final long most;
    private final List<Task> updates = new ArrayList<>();
    private final List<Task> deletes = new ArrayList<>();
    private final List<Task> inserts = new ArrayList<>();
    private final Set<String> changed = new HashSet<>();
    private final Set<String> inserted = new HashSet<>();
    private final Budget budget = new Budget(Budget.BYTES_MAX);

    /**
     * No tasks yet.
     *
     * @param most how many updates there may be, and deletions, and insertions
     */
    MergeTasks(MergeStatement merge, long most) {
        this.merge = merge;
        this.most = most;
    }

    /**
     * A row of the source and the document that it changes, deletes or makes.
     *
     * @param version of the document that was looked at; 0 where there is none
     */
    record Task(Value value, @Nullable Meta meta, String key, long version) {}

    List<Task> updates() {
        return updates;
    }

    List<Task> deletes() {
        return deletes;
    }

    List<Task> inserts() {
        return inserts;
    }

    /** @throws QueryException when two rows would change, delete or make the same document */
    void gather(Frame frame) {
        Step met = merge.target().before(at -> {
            merge.let(at);
            Meta meta = at.meta(merge.target().slot());
            if (meta instanceof DocumentRow row && row.field("id") instanceof StringValue id) {
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

    /** Whether there is room for no more of anything that the statement does. */
    private boolean isEnough() {
        return (merge.update() == null || updates.size() >= most)
                && (merge.delete() == null || deletes.size() >= most)
                && (merge.insert() == null || inserts.size() >= most);
    }

    private void requireKey(Frame at) {
        if (merge.key() != null && !(merge.key().of(at) instanceof StringValue)) {
            Value key = merge.key().of(at);
            throw new QueryException(INVALID_KEY, "Invalid MERGE key " + shown(key) + ", which is no string.");
        }
    }

    private static String shown(Value key) {
        return key.isMissing() ? "missing" : Values.json(key);
    }

    private void matched(Frame at, String key, long version) {
        // Both may be meant, and then they are in conflict with each other.
        if (merge.update() != null && merge.update().guard().admits(at)) {
            take(changed, key, CHANGED_TWICE, "UPDATE/DELETE");
            add(updates, at, key, version);
        }
        if (merge.delete() != null && merge.delete().admits(at)) {
            take(changed, key, CHANGED_TWICE, "UPDATE/DELETE");
            add(deletes, at, key, version);
        }
    }

    private void unmatched(Frame at) {
        if (merge.insert() == null) {
            return;
        }
        Value key = merge.insert().key().of(at);
        if (!(key instanceof StringValue text)) {
            throw new QueryException(NewDocument.INSERT_KEY_TYPE, "Cannot INSERT non-string key " + shown(key) + ".");
        }
        if (merge.insert().guard().admits(at)) {
            take(inserted, text.stringValue(), INSERTED_TWICE, "INSERT");
            add(inserts, at, text.stringValue(), 0);
        }
    }

    private void take(Set<String> taken, String key, int code, String action) {
        if (!taken.add(key)) {
            throw new QueryException(
                    code,
                    "Multiple " + action + " of the same document (document key '" + key + "') in a MERGE statement");
        }
        budget.take(KEY_BYTES + 2L * key.length());
    }

    private void add(List<Task> tasks, Frame at, String key, long version) {
        if (tasks.size() < most) {
            int slot = merge.source().slot();
            tasks.add(new Task(budget.keep(at.get(slot)), at.meta(slot), key, version));
        }
    }
}
