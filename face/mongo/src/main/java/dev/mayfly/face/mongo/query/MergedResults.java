package dev.mayfly.face.mongo.query;

import dev.mayfly.base.query.SortOrder;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.read.Document;
import dev.mayfly.engine.read.DocumentCursor.Effort;
import dev.mayfly.engine.read.ReadView;
import dev.mayfly.face.mongo.language.filter.MongoFilter;
import dev.mayfly.face.mongo.language.plan.SortCompiler;
import dev.mayfly.face.mongo.language.value.Collation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * The results of a union's branches, each in the requested order, merged into one sequence in that order. The next
 * document of each branch waits here; when time has passed meanwhile it is read and judged again.
 */
final class MergedResults implements Results {
    private final Collection collection;
    private final MongoFilter filter;
    private final SortOrder order;
    private final Collation collation;
    private final List<Results> branches = new ArrayList<>();
    private final PriorityQueue<Head> heads = new PriorityQueue<>(Head.FIRST);

    MergedResults(UnionBranches union, ReadView reading) {
        this.collection = union.collection();
        this.filter = union.union().filter();
        this.collation = union.collation();
        this.order = new SortOrder(SortCompiler.compile(union.sort()));
        try {
            for (int branch = 0; branch < union.size(); branch++) {
                branches.add(union.open(branch, reading));
                pull(branch);
            }
        } catch (RuntimeException failure) {
            close();
            throw failure;
        }
    }

    /** The next document of a branch. */
    private record Head(byte[] key, int branch, Document document) {
        static final Comparator<Head> FIRST =
                Comparator.comparing(Head::key, Arrays::compareUnsigned).thenComparingInt(Head::branch);
    }

    private void pull(int branch) {
        Document document = branches.get(branch).next();
        if (document != null) {
            heads.add(new Head(order.keyOf(collation.fold(document.view())), branch, document));
        }
    }

    @Override
    public @Nullable Document next() {
        Head head = heads.poll();
        if (head == null) {
            return null;
        }
        pull(head.branch);
        return head.document;
    }

    @Override
    public void suspend() {
        branches.forEach(Results::suspend);
    }

    @Override
    public void resume(ReadView later) {
        branches.forEach(branch -> branch.resume(later));
        List<Head> waiting = List.copyOf(heads);
        heads.clear();
        for (Head head : waiting) {
            Document again = collection.get(later, head.document.key());
            if (again != null && filter.matches(TimedView.of(again, filter))) {
                heads.add(new Head(order.keyOf(collation.fold(again.view())), head.branch, again));
            } else {
                pull(head.branch);
            }
        }
    }

    @Override
    public boolean isExhausted() {
        return heads.isEmpty();
    }

    @Override
    public Effort effort() {
        Effort effort = new Effort(0, 0);
        for (Results branch : branches) {
            effort = effort.plus(branch.effort());
        }
        return effort;
    }

    @Override
    public void close() {
        branches.forEach(Results::close);
    }
}
