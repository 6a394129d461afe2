package dev.mayfly.face.cosmos.item;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.engine.document.Decision;
import dev.mayfly.engine.error.EngineError;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.write.WriteOutcome;
import dev.mayfly.engine.write.WriteRequest;
import dev.mayfly.face.cosmos.error.CosmosErrors;
import dev.mayfly.face.cosmos.error.CosmosException;
import dev.mayfly.face.cosmos.partition.PartitionKey;
import dev.mayfly.face.cosmos.resource.Container;
import dev.mayfly.store.api.Durability;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Carries out members that are nothing to each other. Used for one bulk. */
final class Bulk {
    /*
     * Writes of different items wait until there are enough of them, a read arrives, or a write of an item that waits
     * already; then the engine makes one batch of them, or one for each shard. If it fails because of one of them, each of
     * which it has told nothing is tried by itself: that was not written. If values are unique the engine may
     * need more than one batch, so every member is written alone; the same holds if the first failure ends the bulk, and if
     * request units are limited: then a member passes if those before it have left any, and is refused by itself if not.
     */
    private static final long WAITING_BYTES_MAX = 512 << 10;

    private final Container container;
    private final ItemNumbers numbers;
    private final Durability durability;
    private final UnitAllowance units;
    private final boolean isTogether;
    private final BatchAnswer.@Nullable Member[] answers;
    private final List<Waiting> waiting = new ArrayList<>();
    private final Set<DocumentKey> keys = new HashSet<>();
    private long waitingBytes;

    /** A write that waits for others, at its place in the bulk. */
    private record Waiting(int index, BatchMember member, BatchStep step, Guarded guarded) {}

    /** Keeps the refusal of one member, so that the others of a batch are not affected. */
    private static final class Guarded {
        private final ItemChange change;
        private @Nullable CosmosException refusal;

        Guarded(ItemChange change) {
            this.change = change;
        }

        WriteRequest request(DocumentKey key) {
            return new WriteRequest(key, (current, reading) -> {
                refusal = null;
                try {
                    return change.decide(current, reading);
                } catch (CosmosException refused) {
                    refusal = refused;
                    return Decision.KEEP;
                }
            });
        }

        ItemResult result(WriteOutcome outcome) {
            if (refusal != null) {
                throw refusal;
            }
            return change.resultOf(outcome);
        }
    }

    Bulk(
            Container container,
            ItemNumbers numbers,
            Durability durability,
            int members,
            boolean isPatient,
            UnitAllowance units) {
        this.container = container;
        this.numbers = numbers;
        this.durability = durability;
        this.units = units;
        this.answers = new BatchAnswer.Member[members];
        this.isTogether = isPatient
                && !units.isLimited()
                && container.definition().uniqueKeys().isEmpty();
    }

    /** Takes the next member; returns false if it has failed at once. */
    boolean take(int index, @Nullable PartitionKey partition, BatchMember member) {
        Optional<CosmosException> tooSoon = units.refusal();
        if (tooSoon.isPresent()) {
            return answer(index, BatchAnswer.Member.untried(tooSoon.get()));
        }
        BatchStep step;
        try {
            step = BatchStep.of(container, partition, member, numbers);
        } catch (CosmosException refusal) {
            return answer(index, BatchAnswer.Member.failed(refusal));
        }
        ItemChange change = step.change();
        if (!isTogether || change == null) {
            flush();
            return answer(index, alone(member, step));
        }
        byte[] body = member.body();
        long bytes = body == null ? 0 : body.length;
        if (keys.contains(step.key()) || waitingBytes + bytes > WAITING_BYTES_MAX) {
            flush();
        }
        keys.add(step.key());
        waitingBytes += bytes;
        waiting.add(new Waiting(index, member, step, new Guarded(change)));
        return true;
    }

    private boolean answer(int index, BatchAnswer.Member answer) {
        answers[index] = answer;
        units.use(answer.charge());
        return !answer.hasFailed();
    }

    private BatchAnswer.Member alone(BatchMember member, BatchStep step) {
        try {
            ItemResult result = step.run(container.collection(), durability);
            return BatchAnswer.Member.of(container.items(), result, member.showsNothing());
        } catch (CosmosException refusal) {
            return BatchAnswer.Member.failed(refusal);
        } catch (EngineException failure) {
            return BatchAnswer.Member.failed(CosmosErrors.of(failure.error()));
        }
    }

    private void flush() {
        if (waiting.size() == 1) {
            Waiting only = waiting.getFirst();
            answer(only.index, alone(only.member, only.step));
        } else if (!waiting.isEmpty()) {
            together();
        }
        waiting.clear();
        keys.clear();
        waitingBytes = 0;
    }

    private void together() {
        List<WriteRequest> requests = new ArrayList<>(waiting.size());
        for (Waiting one : waiting) {
            requests.add(one.guarded.request(one.step.key()));
        }
        @Nullable WriteOutcome[] outcomes = new WriteOutcome[requests.size()];
        EngineException failure = null;
        try {
            container.collection().writeAll(requests, false, durability, (place, outcome) -> outcomes[place] = outcome);
        } catch (EngineException refused) {
            failure = refused;
        }
        for (int place = 0; place < outcomes.length; place++) {
            Waiting one = waiting.get(place);
            WriteOutcome outcome = outcomes[place];
            if (outcome != null) {
                answer(one.index, answerOf(one, outcome));
            } else if (failure == null || isOfOne(failure.error())) {
                answer(one.index, alone(one.member, one.step));
            } else {
                answer(one.index, BatchAnswer.Member.failed(CosmosErrors.of(failure.error())));
            }
        }
    }

    private BatchAnswer.Member answerOf(Waiting one, WriteOutcome outcome) {
        try {
            return BatchAnswer.Member.of(container.items(), one.guarded.result(outcome), one.member.showsNothing());
        } catch (CosmosException refusal) {
            return BatchAnswer.Member.failed(refusal);
        }
    }

    /** Returns true if a single document is at fault, because of which others were not written. */
    private static boolean isOfOne(EngineError error) {
        return error instanceof EngineError.DocumentTooLarge
                || error instanceof EngineError.KeyTooLong
                || error instanceof EngineError.TooManyKeys
                || error instanceof EngineError.ParallelArrays;
    }

    /** An answer for every member; those that were not taken depend on one that failed. */
    BatchAnswer end() {
        flush();
        List<BatchAnswer.Member> all = new ArrayList<>(answers.length);
        for (BatchAnswer.Member answer : answers) {
            all.add(answer == null ? BatchAnswer.Member.FAILED_DEPENDENCY : answer);
        }
        return BatchAnswer.of(all);
    }
}
