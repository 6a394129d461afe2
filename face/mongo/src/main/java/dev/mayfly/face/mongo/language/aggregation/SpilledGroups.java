package dev.mayfly.face.mongo.language.aggregation;

import dev.mayfly.base.query.ExternalSort;
import dev.mayfly.base.query.RequestGuard;
import dev.mayfly.base.query.RequestMemory;
import dev.mayfly.base.query.SpillSpace;
import dev.mayfly.face.mongo.language.aggregation.accumulator.Accumulator;
import dev.mayfly.face.mongo.language.aggregation.stage.MemoryBudget;
import dev.mayfly.face.mongo.language.aggregation.stage.SpilledRows;
import dev.mayfly.face.mongo.language.error.QueryException;
import dev.mayfly.face.mongo.language.expression.Variables;
import dev.mayfly.face.mongo.language.value.HeapSize;
import dev.mayfly.face.mongo.language.value.ValueKey;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** Groups that did not fit in memory: the state each had gathered up to then, to be merged at the end. */
final class SpilledGroups {
    /*
     * Parts of groups are sorted by the hash of their keys, so that those of one group come together, in the order in which
     * they were gathered. Groups of one hash are told apart when they are put together.
     */
    private static final int MEMORY_LIMIT = 146;

    private final GroupStage stage;
    private final ExternalSort<BsonDocument> parts;
    private @Nullable Merged merged;

    SpilledGroups(GroupStage stage, SpillSpace space) {
        this.stage = stage;
        this.parts = new ExternalSort<>(MemoryBudget.STAGE_BYTES_MAX, 0, SpilledRows.CODEC, space);
    }

    /** Writes what groups have gathered, one after another, so that no more is held than they do. */
    void add(Map<ValueKey, Accumulator[]> groups) {
        List<Map.Entry<ValueKey, Accumulator[]>> ordered = new ArrayList<>(groups.entrySet());
        ordered.sort((a, b) ->
                Integer.compareUnsigned(a.getKey().hashCode(), b.getKey().hashCode()));
        Iterator<Map.Entry<ValueKey, Accumulator[]>> entries = ordered.iterator();
        parts.addRun(new Iterator<>() {
            @Override
            public boolean hasNext() {
                return entries.hasNext();
            }

            @Override
            public ExternalSort.Arriving<BsonDocument> next() {
                Map.Entry<ValueKey, Accumulator[]> entry = entries.next();
                return part(entry.getKey(), entry.getValue());
            }
        });
    }

    private static ExternalSort.Arriving<BsonDocument> part(ValueKey key, Accumulator[] accumulators) {
        BsonArray states = new BsonArray(accumulators.length);
        for (Accumulator accumulator : accumulators) {
            states.add(accumulator.state());
        }
        BsonDocument part = new BsonDocument("id", key.value()).append("states", states);
        byte[] hash = ByteBuffer.allocate(4).putInt(key.hashCode()).array();
        return new ExternalSort.Arriving<>(hash, part, HeapSize.of(part));
    }

    Iterator<BsonDocument> finish(Variables variables) {
        Merged begun = new Merged(parts.finish(), variables);
        merged = begun;
        return begun;
    }

    void close() {
        if (merged != null) {
            merged.release();
        }
        parts.close();
    }

    private final class Merged implements Iterator<BsonDocument> {
        private final Iterator<ExternalSort.Sorted<BsonDocument>> sorted;
        private final Variables variables;
        private final Deque<BsonDocument> ready = new ArrayDeque<>();
        private final RequestMemory memory = RequestGuard.current().memory();
        private ExternalSort.@Nullable Sorted<BsonDocument> head;
        private long chargedBytes;

        private Merged(Iterator<ExternalSort.Sorted<BsonDocument>> sorted, Variables variables) {
            this.sorted = sorted;
            this.variables = variables;
            advance();
        }

        private void advance() {
            head = sorted.hasNext() ? sorted.next() : null;
        }

        @Override
        public boolean hasNext() {
            return !ready.isEmpty() || head != null;
        }

        @Override
        public BsonDocument next() {
            if (ready.isEmpty()) {
                MemoryBudget.within("$group", () -> {
                    gather();
                    return ready;
                });
            }
            return ready.remove();
        }

        /** Puts the groups of the next hash together. */
        private void gather() {
            ExternalSort.Sorted<BsonDocument> part = head;
            if (part == null) {
                throw new NoSuchElementException();
            }
            release();
            byte[] hash = part.key();
            Map<ValueKey, Accumulator[]> groups = new LinkedHashMap<>();
            while (part != null && Arrays.equals(part.key(), hash)) {
                BsonDocument content = part.content();
                BsonValue id = content.get("id", BsonNull.VALUE);
                Accumulator[] accumulators =
                        groups.computeIfAbsent(variables.collation().key(id), _ -> stage.start(id, variables));
                charge(absorb(accumulators, content.getArray("states")));
                advance();
                part = head;
            }
            groups.forEach((key, accumulators) -> ready.add(stage.document(key.value(), accumulators)));
        }

        private void charge(long bytes) {
            memory.hold(bytes);
            chargedBytes += bytes;
        }

        void release() {
            memory.letGo(chargedBytes);
            chargedBytes = 0;
        }

        /** Returns the memory that the group has grown by. */
        private long absorb(Accumulator[] accumulators, BsonArray states) {
            long bytes = 0;
            long before = 0;
            for (int i = 0; i < accumulators.length; i++) {
                before += accumulators[i].bytes();
                accumulators[i].absorb(states.get(i));
                bytes += accumulators[i].bytes();
            }
            if (bytes > MemoryBudget.STAGE_BYTES_MAX) {
                throw new QueryException(
                        MEMORY_LIMIT,
                        "ExceededMemoryLimit",
                        "one group of $group used too much memory and cannot spill to disk. Memory limit: "
                                + MemoryBudget.STAGE_BYTES_MAX + " bytes");
            }
            return Math.max(0, bytes - before);
        }
    }
}
