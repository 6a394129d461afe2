package dev.mayfly.engine;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.base.document.Lifetime;
import dev.mayfly.engine.audit.AuditEntry;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.event.Event;
import dev.mayfly.engine.forecast.ForecastRange;
import dev.mayfly.engine.forecast.HiddenByDeadline;
import dev.mayfly.engine.hidden.HiddenCensus;
import dev.mayfly.engine.hidden.HiddenContent;
import dev.mayfly.engine.hidden.HiddenCount;
import dev.mayfly.engine.hidden.HiddenDocument;
import dev.mayfly.engine.hidden.HiddenPage;
import dev.mayfly.engine.hidden.HiddenPurge;
import dev.mayfly.engine.hidden.HoldRegistry;
import dev.mayfly.engine.hidden.PurgeResult;
import dev.mayfly.engine.hidden.RestoreOutcome;
import dev.mayfly.engine.hold.Hold;
import dev.mayfly.engine.read.Document;
import dev.mayfly.engine.read.KeyState;
import dev.mayfly.engine.read.ReadView;
import dev.mayfly.engine.write.CollectionShards;
import dev.mayfly.engine.write.StoreErrors;
import dev.mayfly.engine.write.SweepControl;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The documents of a collection that have expired and are stored still: what there is, what comes back, and what is held.
 * Every method may throw {@link EngineException}. Safe for concurrent use.
 */
public final class HiddenDocuments {
    private final CollectionParts parts;
    private final CollectionShards shards;
    private final StoreErrors storeErrors;
    private final SweepControl control;
    private final HoldRegistry holding;

    HiddenDocuments(CollectionParts parts, SweepControl control) {
        this.parts = parts;
        this.shards = parts.shards();
        this.control = control;
        this.storeErrors = parts.storeErrors();
        this.holding = parts.holds();
    }

    /** Counts exactly what is hidden but still stored. The cost is proportional to the number of such documents. */
    public HiddenCensus totals(ReadView reading) {
        return storeErrors.translate(
                () -> HiddenCount.of(shards, reading, shards.clock().guardedMillis()));
    }

    /**
     * Lists what is hidden but still stored, queue by queue in the order of the instants there.
     *
     * @param after the position at which an earlier page ended, or null to begin
     */
    public HiddenPage page(ReadView reading, byte @Nullable [] after, int limit) {
        return storeErrors.translate(() -> parts.hiddenListing().page(reading, after, limit));
    }

    /** Returns a hidden document, of this version if that is not 0; null if none is hidden. */
    public @Nullable HiddenContent content(DocumentKey key, long version) {
        return storeErrors.<@Nullable HiddenContent>translate(
                () -> parts.of(key).hiddenRestore().content(key, version));
    }

    /** The body of the document that an event is about: the one that the event keeps, or else the stored one of its version. */
    public byte @Nullable [] documentOf(Event event) {
        if (event.document() != null) {
            return event.document();
        }
        return storeErrors.<byte @Nullable []>translate(() -> {
            KeyState state = parts.of(event.key()).planner().stateOf(shards.reading(), event.key());
            Document live = state.live();
            if (live != null) {
                return live.version() == event.version() ? live.body() : null;
            }
            HiddenContent hidden = parts.of(event.key()).hiddenRestore().content(event.key(), event.version());
            return hidden == null ? null : hidden.body();
        });
    }

    /**
     * Restores a hidden document, as a new version of itself with this lifetime. Restores nothing that may be
     * destroyed already.
     */
    public RestoreOutcome restore(DocumentKey key, Lifetime lifetime) {
        return restore(key, 0, lifetime);
    }

    /** As {@link #restore(DocumentKey, Lifetime)}, the hidden document of this version where there are several of a key. */
    public RestoreOutcome restore(DocumentKey key, long version, Lifetime lifetime) {
        return storeErrors.translate(() -> parts.of(key).hiddenRestore().restore(key, version, lifetime));
    }

    /** The holds that keep its expired documents from being destroyed, by name. */
    public List<Hold> holds() {
        return shards.schema().holds().all();
    }

    /**
     * Prevents a document, or all documents of the collection, from being destroyed once expired, and nothing else. Replaces
     * another hold of the name.
     *
     * @param key of the document; null for the whole collection
     * @return null when there are {@link Hold#MAX} already
     */
    public @Nullable Hold hold(String name, @Nullable DocumentKey key, String reason) {
        return storeErrors.<@Nullable Hold>translate(() -> holding.set(name, key, reason));
    }

    /** Releases the documents of a hold, unless another holds them; returns whether there was a hold of this name. */
    public boolean release(String name) {
        return storeErrors.translate(() -> holding.release(name));
    }

    /** Destroys the hidden documents of these keys in spite of any grace; does nothing while sweeping is forbidden. */
    public PurgeResult purge(List<DocumentKey> keys) {
        return storeErrors.translate(() -> {
            audit("keys: " + keys.size());
            return purgeEach(keys);
        });
    }

    /** Destroys all hidden documents in spite of any grace; does nothing while sweeping is forbidden. */
    public PurgeResult purgeAll() {
        return storeErrors.translate(() -> {
            PurgeResult purged = PurgeResult.NOTHING;
            byte[] after = null;
            audit("all that is hidden");
            do {
                HiddenPage page = parts.hiddenListing().page(shards.reading(), after, HiddenPurge.BATCH_DOCUMENTS);
                purged = purged.plus(purgeEach(page.documents().stream()
                        .filter(document -> !document.isAside())
                        .map(HiddenDocument::key)
                        .toList()));
                after = page.next();
            } while (after != null);
            control.noteDue(Long.MIN_VALUE);
            return purged;
        });
    }

    private PurgeResult purgeEach(List<DocumentKey> keys) {
        PurgeResult purged = PurgeResult.NOTHING;
        Map<ShardParts, List<DocumentKey>> byShard = keys.stream().collect(Collectors.groupingBy(parts::of));
        for (ShardParts shard : parts.each()) {
            purged = purged.plus(shard.hiddenPurge().purge(byShard.getOrDefault(shard, List.of())));
        }
        return purged;
    }

    private void audit(String what) {
        if (!control.isForbidden()) {
            shards.currentSchema().audit(AuditEntry.Action.PURGED, what);
        }
    }

    /** Counts as {@link #totals} does, at the same cost, each document at the deadline by which it expired. */
    public HiddenByDeadline standing(ReadView reading, ForecastRange range) {
        return storeErrors.translate(
                () -> HiddenCount.standing(shards, reading, shards.clock().guardedMillis(), range));
    }
}
