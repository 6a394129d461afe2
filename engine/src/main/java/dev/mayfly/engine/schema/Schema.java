package dev.mayfly.engine.schema;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.base.document.EarliestDate;
import dev.mayfly.base.document.Extraction;
import dev.mayfly.base.document.FieldPath;
import dev.mayfly.base.document.KeyExtractor;
import dev.mayfly.base.document.KeyPart;
import dev.mayfly.base.document.Lifetime;
import dev.mayfly.base.document.ParallelArraysException;
import dev.mayfly.base.document.TooManyKeysException;
import dev.mayfly.base.document.ValueType;
import dev.mayfly.base.document.View;
import dev.mayfly.base.document.WildcardExtractor;
import dev.mayfly.base.query.RequestGuard;
import dev.mayfly.engine.catalog.BaseInstant;
import dev.mayfly.engine.catalog.CollectionRecord;
import dev.mayfly.engine.catalog.IndexDefinition;
import dev.mayfly.engine.catalog.PropertyTerm;
import dev.mayfly.engine.catalog.QueueDefinition;
import dev.mayfly.engine.document.FaceForms;
import dev.mayfly.engine.document.StoredDocument;
import dev.mayfly.engine.error.EngineError;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.expiry.Deadlines;
import dev.mayfly.engine.expiry.Instants;
import dev.mayfly.engine.expiry.QueueIds;
import dev.mayfly.engine.format.IndexEntry;
import dev.mayfly.engine.format.Layout;
import dev.mayfly.engine.format.QueueEntry;
import dev.mayfly.engine.hold.Holds;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A collection's record, made ready to work: what every document yields for each index and each queue. Immutable.
 *
 * <p>On the path of every read and write, hence plain.
 */
public final class Schema {
    private static final FieldPath ROOT_TS = FieldPath.of("_ts");
    private static final Predicate<View> EVERY = _ -> true;

    private final CollectionRecord record;
    private final Holds holds;
    private final List<Indexer> indexers = new ArrayList<>();
    private final int[] queueIds;
    private final List<QueueDefinition> queues;
    private final List<Predicate<View>> queueFilters = new ArrayList<>();
    private final boolean readsBody;
    private final boolean hidesByEndAlone;
    private final @Nullable PropertyRules properties;

    /** Counts the documents for forecasts, or null while no forecast needs that. */
    private final @Nullable ExpiryHistogram cells;

    /**
     * Yields the keys of one index.
     *
     * @param restsOnProperties whether a property with a rule of its own may decide what keys a document has
     */
    private record Indexer(
            IndexDefinition definition,
            Predicate<View> filter,
            UnaryOperator<View> lens,
            FaceForms.KeySource extractor,
            boolean restsOnProperties) {
        Extraction keysOf(StoredDocument stored, View view) {
            if (definition.kind() != IndexDefinition.Kind.STAMPED) {
                return extractor.keysOf(lens.apply(view), stored);
            }
            byte[] face = stored.face();
            return face.length == 0 ? Extraction.NONE : new Extraction(List.of(face), false);
        }
    }

    /** @param forms reads what the face keeps in its own form */
    public Schema(CollectionRecord record, FaceForms forms, Holds holds) {
        this(record, forms, holds, null);
    }

    /** @param cells what counts the documents for forecasts, or null */
    public Schema(CollectionRecord record, FaceForms forms, Holds holds, @Nullable ExpiryHistogram cells) {
        this.record = record;
        this.holds = holds;
        this.cells = cells;
        this.queues = record.queues();
        this.properties = PropertyRules.of(record, forms);
        for (IndexDefinition index : record.indexes()) {
            if (index.hasEntries()) {
                FaceForms.KeySource own = forms.keys(index);
                indexers.add(new Indexer(
                        index,
                        filter(index.partial(), forms),
                        forms.lens(index.options()),
                        own == null ? extractor(index) : own,
                        restsOnProperties(index, own != null, forms)));
            }
        }
        for (QueueDefinition queue : queues) {
            queueFilters.add(filter(queue.partial(), forms));
        }
        queueIds = queues.stream().mapToInt(QueueDefinition::id).toArray();
        hidesByEndAlone = queueIds.length == 1
                && queueIds[0] == QueueIds.UNTIL
                && record.policy().hidesByEndAlone();
        boolean counts = record.queue(QueueIds.INHERIT).isPresent()
                || record.queue(QueueIds.FOR).isPresent();
        readsBody = (record.base() == BaseInstant.ROOT_TS && counts)
                || queues.stream().anyMatch(queue -> queue.path() != null);
    }

    /** Of an index whose keys only its face can tell it is taken that they rest on every property. */
    @SuppressWarnings(
            "ReferenceEquality") // Another lens that shows all is taken for one that does not, which is slower.
    private boolean restsOnProperties(IndexDefinition index, boolean hasOwnKeys, FaceForms forms) {
        if (properties == null || index.kind() == IndexDefinition.Kind.STAMPED) {
            return false;
        }
        boolean isPlain = index.kind() == IndexDefinition.Kind.ORDERED
                && !hasOwnKeys
                && index.partial().length == 0
                && forms.lens(index.options()) == UnaryOperator.<View>identity();
        return !isPlain || index.parts().stream().anyMatch(part -> properties.concern(part.path()));
    }

    /** Returns true if a property that dies may change what entries documents have in an index. */
    public boolean restsOnProperties(IndexDefinition index) {
        for (int position = 0; position < indexers.size(); position++) {
            if (indexers.get(position).definition.id() == index.id()) {
                return indexers.get(position).restsOnProperties;
            }
        }
        return properties != null;
    }

    private static Predicate<View> filter(byte[] partial, FaceForms forms) {
        return partial.length == 0 ? EVERY : forms.filter(partial);
    }

    private static FaceForms.KeySource extractor(IndexDefinition index) {
        if (index.kind() == IndexDefinition.Kind.STAMPED) {
            return (_, _) -> Extraction.NONE;
        }
        if (index.kind() == IndexDefinition.Kind.WILDCARD) {
            WildcardExtractor every = new WildcardExtractor(null, paths(index, false), paths(index, true));
            return (view, _) -> hasFields(view) ? every.extract(view) : Extraction.NONE;
        }
        KeyExtractor ordered = new KeyExtractor(index.parts(), index.sparse());
        return (view, _) -> hasFields(view) ? ordered.extract(view) : Extraction.NONE;
    }

    /** In formats that allow any value, only objects have something to index. */
    private static boolean hasFields(View view) {
        return view.type() == ValueType.OBJECT;
    }

    private static Set<FieldPath> paths(IndexDefinition index, boolean descending) {
        return index.parts().stream()
                .filter(part -> part.descending() == descending)
                .map(KeyPart::path)
                .collect(Collectors.toUnmodifiableSet());
    }

    public CollectionRecord record() {
        return record;
    }

    /** Returns true if the other was made anew of the same, and neither counts documents. */
    @SuppressWarnings("ReferenceEquality") // Whatever changes a record or holds makes new ones.
    public boolean isMadeOfTheSameAs(Schema other) {
        return record == other.record && holds == other.holds && cells == null && other.cells == null;
    }

    /** The holds that protect documents from being destroyed. */
    public Holds holds() {
        return holds;
    }

    /** Returns true if a document is hidden from its own absolute end on, so that its queues need no check. */
    public boolean hidesByEndAlone() {
        return hidesByEndAlone;
    }

    /** Judges the properties of documents; null in a collection without rules about them. */
    @Nullable
    public PropertyRules properties() {
        return properties;
    }

    /** Counts the documents for forecasts, or null. */
    @Nullable
    public ExpiryHistogram cells() {
        return cells;
    }

    public View view(StoredDocument stored) {
        return record.format().view(stored.bytes(), stored.bodyOffset(), stored.bodyLength());
    }

    /** The document's instant in every queue. */
    public Instants instants(StoredDocument stored) {
        if (queueIds.length == 0) {
            return Instants.none(stored.version());
        }
        return instants(stored, readsBody ? view(stored) : null);
    }

    private Instants instants(StoredDocument stored, @Nullable View view) {
        long[] at = new long[queueIds.length];
        for (int index = 0; index < at.length; index++) {
            at[index] = instant(index, stored, view);
        }
        return new Instants(stored.version(), queueIds, at);
    }

    private long instant(int index, StoredDocument stored, @Nullable View view) {
        FieldPath path = queues.get(index).path();
        if (path == null) {
            return instantOfLifetime(queueIds[index], stored, view);
        }
        if (view == null) {
            throw new IllegalStateException("a queue over a field needs the document");
        }
        PropertyTerm property = queues.get(index).property();
        if (property != null && properties != null) {
            return properties.instant(queues.get(index), property, stored, view);
        }
        long instant = queues.get(index).instant().in(view, path, stored.lifetime());
        boolean counts =
                instant != Deadlines.NO_DEADLINE && queueFilters.get(index).test(view);
        return counts ? instant : Deadlines.NO_DEADLINE;
    }

    private long instantOfLifetime(int queue, StoredDocument stored, @Nullable View view) {
        return switch (stored.lifetime()) {
            case Lifetime.Forever _ -> Deadlines.NO_DEADLINE;
            case Lifetime.Inherit _ -> queue == QueueIds.INHERIT ? base(stored, view) : Deadlines.NO_DEADLINE;
            case Lifetime.Until end -> queue == QueueIds.UNTIL ? end.epochMillis() : Deadlines.NO_DEADLINE;
            case Lifetime.For span ->
                queue == QueueIds.FOR
                        ? Deadlines.plus(base(stored, view), Deadlines.secondsToMillis(span.seconds()))
                        : Deadlines.NO_DEADLINE;
        };
    }

    private long base(StoredDocument stored, @Nullable View view) {
        return switch (record.base()) {
            case MODIFIED -> stored.modified();
            case WHOLE_SECOND -> Math.floorDiv(stored.modified(), 1000L) * 1000L;
            case ROOT_TS -> {
                long date = view == null ? EarliestDate.NONE : EarliestDate.at(view, ROOT_TS);
                yield date == EarliestDate.NONE ? stored.modified() : date;
            }
        };
    }

    /** Returns the document's index entries, and the indexes that become multikey by it. */
    public Entries entries(StoredDocument stored) {
        if (indexers.isEmpty()) {
            return Entries.NONE;
        }
        View view = view(stored);
        List<IndexEntry> entries = new ArrayList<>();
        List<IndexDefinition> turning = List.of();
        for (int position = 0; position < indexers.size(); position++) {
            Indexer indexer = indexers.get(position);
            if (!indexer.filter.test(view)) {
                continue;
            }
            Extraction extraction = extract(indexer, stored, view);
            IndexDefinition index = indexer.definition;
            if (extraction.multikey() && !index.multikey()) {
                turning = new ArrayList<>(turning);
                turning.add(index);
            }
            for (byte[] value : extraction.keys()) {
                entries.add(new IndexEntry(index.id(), index.unique(), value));
            }
        }
        return new Entries(entries, turning);
    }

    /** Returns the document's encoded values in one index, which a reader compares and forgets. */
    public List<byte[]> values(IndexDefinition index, StoredDocument stored) {
        RequestGuard guard = RequestGuard.current();
        long mark = guard.mark();
        try {
            return valuesIn(index, stored);
        } finally {
            guard.settleAtMost(mark, 0);
        }
    }

    private List<byte[]> valuesIn(IndexDefinition index, StoredDocument stored) {
        View view = view(stored);
        for (Indexer indexer : indexers) {
            if (indexer.definition.id() == index.id()) {
                return indexer.filter.test(view)
                        ? extract(indexer, stored, view).keys()
                        : List.of();
            }
        }
        return List.of();
    }

    private static Extraction extract(Indexer indexer, StoredDocument stored, View view) {
        try {
            return indexer.keysOf(stored, view);
        } catch (ParallelArraysException parallel) {
            throw new EngineException(
                    new EngineError.ParallelArrays(
                            parallel.first().dotted(), parallel.second().dotted()),
                    parallel);
        } catch (TooManyKeysException many) {
            throw new EngineException(new EngineError.TooManyKeys(indexer.definition.name(), many.limitBytes()), many);
        }
    }

    public record Entries(List<IndexEntry> all, List<IndexDefinition> turningMultikey) {
        static final Entries NONE = new Entries(List.of(), List.of());
    }

    /** Returns the entry that the document has in every queue. */
    public QueueEntry queueEntry(StoredDocument stored, Instants instants, List<IndexEntry> entries) {
        return new QueueEntry(stored.bytes().length, record.generation(), instants, entries);
    }

    /** Returns true if writers put entries into the queue at this position of the instants. */
    public boolean keeps(int position) {
        return queues.get(position).isKept();
    }

    /** The keys of the entries that a document has in the queues, kept or draining. */
    public static List<byte[]> queueKeys(DocumentKey document, Instants instants) {
        List<byte[]> keys = new ArrayList<>(instants.queues().length);
        for (int position = 0; position < instants.queues().length; position++) {
            if (QueueEntry.stands(instants, position)) {
                keys.add(Layout.queueKey(instants.queues()[position], instants.at()[position], document));
            }
        }
        return keys;
    }
}
