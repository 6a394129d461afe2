package dev.mayfly.engine;

import dev.mayfly.base.document.Lifetime;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.jspecify.annotations.Nullable;

/** A document as the model keeps it: what was asked for, and when in the order of all writes and changes. */
final class ModelDocument {
    final int key;
    final long sequence;
    final long modified;
    final Lifetime lifetime;
    final Fields fields;
    final long version;
    /** Returns true if it was dead at the instant of some change of policy; it stays so. */
    boolean buried;

    ModelDocument(int key, long sequence, long modified, Lifetime lifetime, Fields fields, long version) {
        this.key = key;
        this.sequence = sequence;
        this.modified = modified;
        this.lifetime = lifetime;
        this.fields = fields;
        this.version = version;
    }

    /**
     * What stands in a document.
     *
     * @param at dates; none means that the field is missing
     * @param ts the root {@code _ts}
     * @param a numbers; null means that the field is missing, several that it is an array
     * @param u the same
     */
    record Fields(
            List<Long> at,
            List<Long> until,
            @Nullable Long ts,
            @Nullable List<Integer> a,
            @Nullable List<Integer> u,
            int p) {

        BsonDocument toBson() {
            BsonDocument document = new BsonDocument("p", new BsonInt32(p));
            putDates(document, "at", at);
            putDates(document, "until", until);
            if (ts != null) {
                document.append("_ts", new BsonDateTime(ts));
            }
            putNumbers(document, "a", a);
            putNumbers(document, "u", u);
            return document;
        }

        private static void putDates(BsonDocument document, String name, List<Long> dates) {
            if (dates.size() == 1) {
                document.append(name, new BsonDateTime(dates.getFirst()));
            } else if (!dates.isEmpty()) {
                document.append(
                        name,
                        new BsonArray(dates.stream().map(BsonDateTime::new).toList()));
            }
        }

        private static void putNumbers(BsonDocument document, String name, @Nullable List<Integer> numbers) {
            if (numbers == null) {
                return;
            }
            if (numbers.size() == 1) {
                document.append(name, new BsonInt32(numbers.getFirst()));
            } else {
                document.append(
                        name, new BsonArray(numbers.stream().map(BsonInt32::new).toList()));
            }
        }
    }

    @Override
    public String toString() {
        return key + " version " + version + " modified " + modified + " " + lifetime + " " + fields
                + (buried ? " buried" : "");
    }
}
