package dev.mayfly.engine.schema;

import dev.mayfly.engine.catalog.CollectionRecord;
import dev.mayfly.engine.catalog.ExpireLimit;
import dev.mayfly.engine.catalog.IndexDefinition;
import dev.mayfly.engine.expiry.Policy;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * One change of all that decides how long a collection's documents live: rules with the indexes they rest on, grace,
 * visibility, mask, guard. Its parts are collected through a view of the collection, which shows the record that they would
 * leave; then the whole is tried in a dry run, or made, each as one. Not safe for concurrent use.
 */
public final class PolicyChange {
    private final List<Part> parts = new ArrayList<>();
    private int firstIndex = -1;

    /** One part of the change. */
    public sealed interface Part {
        /** An index that is made, with its rule if it has one. */
        record NewIndex(IndexRequest request) implements Part {}

        /** A rule for an index that is there already. */
        record NewRule(String index, IndexRequest.TtlRule rule) implements Part {}

        /** An index that is dropped with the rule over it. */
        record DroppedIndex(String index) implements Part {}

        /** An index that is replaced by its like. */
        record AlteredIndex(String index, UnaryOperator<IndexDefinition> change) implements Part {}

        /** Rules, grace, visibility or mask as they are to be. */
        record ChangedPolicy(UnaryOperator<Policy> change) implements Part {}

        /** The face's options of the collection. */
        record Options(byte[] options) implements Part {}

        /** The time for which all changes of documents are kept. */
        record History(long millis) implements Part {}

        /** A limit that the face keeps in a record of its own; it acts on later writes alone. */
        record Limit(LimitChange change) implements Part {}

        /** The number of documents that later changes may hide at once. */
        record Guard(ExpireLimit limit) implements Part {}
    }

    /** Computes the next record from a record and a version. Called under the collection's latch. */
    @FunctionalInterface
    public interface Step {
        CollectionRecord apply(CollectionRecord record, long version);
    }

    /** @param record the collection's as it is */
    public void add(Part part, CollectionRecord record) {
        if (parts.isEmpty()) {
            firstIndex = record.nextIndex();
        }
        parts.add(part);
    }

    /** Returns true if nothing was collected. */
    public boolean isEmpty() {
        return parts.isEmpty();
    }

    public List<Part> parts() {
        return parts;
    }

    /** Takes back the part that was collected last. */
    public void removeLast() {
        parts.removeLast();
    }

    /** Returns true if its new indexes have the numbers with which it was collected: rules name indexes by number. */
    public boolean fits(CollectionRecord record) {
        return parts.isEmpty() || firstIndex == record.nextIndex();
    }

    /**
     * The prerequisites of a change that exist already, without its rule.
     *
     * @param queues that were made for it
     */
    public record Prepared(Part part, int index, List<Integer> queues) {
        public Prepared {
            queues = List.copyOf(queues);
        }
    }
}
