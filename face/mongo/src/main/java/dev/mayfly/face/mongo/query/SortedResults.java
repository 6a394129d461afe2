package dev.mayfly.face.mongo.query;

import dev.mayfly.base.document.View;
import dev.mayfly.base.query.ExternalSort;
import dev.mayfly.base.query.MemoryLimitExceeded;
import dev.mayfly.base.query.SortOrder;
import dev.mayfly.base.query.SpillException;
import dev.mayfly.base.query.SpillOutput;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.expiry.Policy;
import dev.mayfly.engine.read.Document;
import dev.mayfly.engine.read.DocumentCursor.Effort;
import dev.mayfly.engine.read.ReadView;
import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.language.expression.MetaVariables;
import dev.mayfly.face.mongo.language.filter.SpecialFilters;
import dev.mayfly.face.mongo.language.plan.SortCompiler;
import dev.mayfly.face.mongo.language.run.OperationContext;
import dev.mayfly.face.mongo.language.text.TextSearch;
import dev.mayfly.face.mongo.language.value.Collation;
import dev.mayfly.face.mongo.language.value.DeadlineField;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/**
 * Documents in an order that no index delivers: all are held, so each is judged again when it is given out. One whose
 * deadline has passed since is dropped; after a change of policy it is read again.
 */
final class SortedResults implements Results {
    private static final int MEMORY_LIMIT = 292;
    private static final int OUT_OF_DISK_SPACE = 14031;
    private static final ExternalSort.Codec<Document> PACKED = new ExternalSort.Codec<>() {
        @Override
        public void encode(Document document, SpillOutput output) {
            document.pack(output);
        }

        @Override
        public Document decode(byte[] bytes) {
            return Document.unpacked(bytes);
        }
    };

    private final Collection collection;
    private final long policyVersion;
    private final ExternalSort<Document> sort;
    private final Iterator<ExternalSort.Sorted<Document>> sorted;
    private final Effort effort;
    private ReadView reading;

    /**
     * @param found closed here, also when sorting fails
     * @param wanted how many of the first are needed; 0 for all
     */
    SortedResults(Collection collection, ReadView reading, Results found, QuerySpec spec, long wanted) {
        this.collection = collection;
        this.reading = reading;
        this.policyVersion = reading.policy().version();
        OperationContext.current().stats().sorted();
        this.sort = new ExternalSort<>(Query.SORT_BYTES_MAX, wanted, PACKED, spec.space());
        try (found) {
            this.sorted = sort(found, spec);
            this.effort = found.effort();
        } catch (RuntimeException failure) {
            sort.close();
            throw failure;
        }
        if (sort.usedDisk()) {
            OperationContext.current().stats().usedDisk();
        }
    }

    private Iterator<ExternalSort.Sorted<Document>> sort(Results found, QuerySpec spec) {
        SortOrder order = new SortOrder(SortCompiler.compile(spec.sort()));
        Collation collation = spec.collation();
        try {
            TextSearch search = spec.sort().values().stream().anyMatch(MetaVariables::isTextScore)
                    ? SpecialFilters.text(spec.filter()).orElse(null)
                    : null;
            boolean isTimed = DeadlineField.isAskedWithin(spec.sort());
            for (Document document = found.next(); document != null; document = found.next()) {
                View view = isTimed ? TimedView.of(document) : document.view();
                sort.add(
                        order.keyOf(collation.fold(
                                search == null ? view : new ScoredView(view, search.score(document.view())))),
                        document,
                        document.buffer().length);
            }
            return sort.finish();
        } catch (MemoryLimitExceeded exceeded) {
            throw new CommandError(
                    MEMORY_LIMIT,
                    "QueryExceededMemoryLimitNoDiskUseAllowed",
                    "Sort exceeded memory limit of "
                            + exceeded.limitBytes()
                            + " bytes, but did not opt in to external sorting.");
        } catch (SpillException failure) {
            throw new CommandError(
                    OUT_OF_DISK_SPACE, "OutOfDiskSpace", "the sort cannot use the disk: " + failure.getMessage());
        }
    }

    @Override
    public @Nullable Document next() {
        while (sorted.hasNext()) {
            Document document = judged(sorted.next().content());
            if (document != null) {
                return document;
            }
        }
        return null;
    }

    private @Nullable Document judged(Document document) {
        if (reading.policy().version() == policyVersion) {
            if (document.deadline() <= reading.now()) {
                return hides() ? null : document;
            }
            // A property of it may have died while it waited.
            return document.settledUntil() <= reading.now() ? collection.get(reading, document.key()) : document;
        }
        Document now = collection.get(reading, document.key());
        return now != null && now.version() == document.version() ? document : null;
    }

    /** A lazy collection goes on showing documents whose deadline has passed. */
    private boolean hides() {
        return reading.policy().current().visibility() == Policy.Visibility.EXACT;
    }

    @Override
    public void suspend() {}

    @Override
    public void resume(ReadView later) {
        reading = later;
    }

    @Override
    public Effort effort() {
        return effort;
    }

    @Override
    public void close() {
        sort.close();
    }
}
