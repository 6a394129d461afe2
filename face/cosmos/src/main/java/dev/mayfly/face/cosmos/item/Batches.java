package dev.mayfly.face.cosmos.item;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.face.cosmos.error.CosmosErrors;
import dev.mayfly.face.cosmos.error.CosmosException;
import dev.mayfly.face.cosmos.partition.ItemKey;
import dev.mayfly.face.cosmos.partition.PartitionKey;
import dev.mayfly.face.cosmos.resource.Container;
import dev.mayfly.store.api.Durability;
import java.io.Serial;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Executes batches. A transactional one is all or nothing: its members read and write within one transaction of the
 * engine, so each sees the effects of those before it, at one instant, and no other client sees a part. The members of
 * a bulk are independent.
 */
public final class Batches {
    /** The most members of a batch. */
    public static final int MEMBERS_MAX = 100;

    private final ItemNumbers numbers;
    private final Durability durability;
    private final ItemTransactions transactions;

    Batches(ItemNumbers numbers, Durability durability, ItemTransactions transactions) {
        this.numbers = numbers;
        this.durability = durability;
        this.transactions = transactions;
    }

    /** A member of a transaction has failed, and with it the whole. */
    private static final class MemberFailure extends RuntimeException {
        @Serial
        private static final long serialVersionUID = 1L;

        private final int index;
        private final CosmosException error;

        MemberFailure(int index, CosmosException error) {
            super(null, null, false, false);
            this.index = index;
            this.error = error;
        }
    }

    /** The result of a member; an item written in the same batch has no version of its own yet. */
    private record Done(ItemResult result, boolean isOwn, boolean isMinimal) {}

    /**
     * All or nothing.
     *
     * @param partition of all members
     */
    public BatchAnswer transactional(Container container, PartitionKey partition, List<BatchMember> members) {
        requireSize(members);
        PartitionKey whole = container.items().partition().requireWhole(partition);
        try {
            ItemTransactions.Committed<List<Done>> committed =
                    transactions.run(container, whole, collection -> all(container, collection, whole, members));
            List<BatchAnswer.Member> answers = new ArrayList<>(members.size());
            for (Done done : committed.result()) {
                ItemResult result = done.isOwn ? done.result.withVersion(committed.version()) : done.result;
                answers.add(BatchAnswer.Member.of(container.items(), result, done.isMinimal));
            }
            return BatchAnswer.of(answers);
        } catch (MemberFailure failure) {
            List<BatchAnswer.Member> answers =
                    new ArrayList<>(Collections.nCopies(members.size(), BatchAnswer.Member.FAILED_DEPENDENCY));
            answers.set(failure.index, BatchAnswer.Member.failed(failure.error));
            return BatchAnswer.of(answers);
        }
    }

    private List<Done> all(
            Container container, Collection collection, PartitionKey partition, List<BatchMember> members) {
        List<Done> all = new ArrayList<>(members.size());
        Set<DocumentKey> written = new HashSet<>();
        for (int index = 0; index < members.size(); index++) {
            BatchMember member = members.get(index);
            try {
                if (member.partition() != null && !ItemKey.areSame(member.partition(), partition)) {
                    throw PartitionKey.mismatch();
                }
                BatchStep step = BatchStep.of(container, partition, member, numbers);
                ItemResult result = step.run(collection, durability);
                if (member.kind() != BatchMember.Kind.READ) {
                    written.add(step.key());
                }
                all.add(new Done(result, written.contains(step.key()), member.showsNothing()));
            } catch (CosmosException refusal) {
                throw new MemberFailure(index, refusal);
            } catch (EngineException failure) {
                if (ItemTransactions.isConflict(failure.error())) {
                    throw failure;
                }
                throw new MemberFailure(index, CosmosErrors.of(failure.error()));
            }
        }
        return all;
    }

    /**
     * Executes each member by itself.
     *
     * @param partition of members that name none, or null
     * @param isPatient whether to continue after a member that fails
     */
    BatchAnswer bulk(
            Container container,
            @Nullable PartitionKey partition,
            List<BatchMember> members,
            boolean isPatient,
            UnitAllowance units) {
        requireSize(members);
        Bulk bulk = new Bulk(container, numbers, durability, members.size(), isPatient, units);
        for (int index = 0; index < members.size(); index++) {
            BatchMember member = members.get(index);
            PartitionKey named = member.partition() == null ? partition : member.partition();
            if (!bulk.take(index, named, member) && !isPatient) {
                break;
            }
        }
        return bulk.end();
    }

    private static void requireSize(List<BatchMember> members) {
        if (members.isEmpty()) {
            throw CosmosException.badRequest("Batch request has no operations.");
        }
        if (members.size() > MEMBERS_MAX) {
            throw CosmosException.badRequest("Batch request has more operations than what is supported.");
        }
    }
}
