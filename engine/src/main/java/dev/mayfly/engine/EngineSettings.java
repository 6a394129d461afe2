package dev.mayfly.engine;

import dev.mayfly.engine.catalog.ExpireLimit;
import dev.mayfly.engine.change.HistorySettings;
import dev.mayfly.engine.document.FaceForms;
import dev.mayfly.engine.event.EventSettings;
import dev.mayfly.engine.sweep.SweepSettings;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * The settings of an engine, fixed when it is opened.
 *
 * @param forms for each face, how what it keeps in its own form is read
 */
public record EngineSettings(Map<String, FaceForms> forms, Expiry expiry, Storage storage, Logs logs) {
    public static final EngineSettings DEFAULTS = new EngineSettings(
            Map.of(),
            new Expiry(Duration.ofHours(1), ExpireLimit.NONE, SweepSettings.DEFAULTS),
            new Storage(20 << 20, 1, Duration.ZERO, false, "node", 64 << 20),
            new Logs(HistorySettings.NONE, EventSettings.DEFAULTS, false));

    public EngineSettings {
        forms = Map.copyOf(forms);
    }

    /**
     * The settings of expiry.
     *
     * @param changeGrace the time for which a replaced policy still applies
     * @param maxExpire the number of documents that a change of policy may hide at once, unless the collection sets its own
     */
    public record Expiry(Duration changeGrace, ExpireLimit maxExpire, SweepSettings sweep) {}

    /**
     * The settings of what is stored.
     *
     * @param documentBytesMax the size of the largest body
     * @param shards the number of shards of a new collection that does not say
     * @param catalogTrust the time for which a look at the catalog counts where several engines write the store; each of them
     *     must have the same
     * @param isWound whether the engines that share the store live by one clock, which stands until it is wound
     * @param nodeId the name of this engine among those that share the store, another one after each start
     * @param vectorBytesMax the memory for vectors that are searched; what does not fit is read from the documents
     */
    public record Storage(
            int documentBytesMax,
            int shards,
            Duration catalogTrust,
            boolean isWound,
            String nodeId,
            long vectorBytesMax) {
        Storage withShards(int number) {
            return new Storage(documentBytesMax, number, catalogTrust, isWound, nodeId, vectorBytesMax);
        }

        Storage withCatalogTrust(Duration trust) {
            return new Storage(documentBytesMax, shards, trust, isWound, nodeId, vectorBytesMax);
        }

        Storage withOneClock() {
            return new Storage(documentBytesMax, shards, catalogTrust, true, nodeId, vectorBytesMax);
        }

        Storage withNodeId(String id) {
            return new Storage(documentBytesMax, shards, catalogTrust, isWound, id, vectorBytesMax);
        }

        Storage withVectorBytes(long bytesMax) {
            return new Storage(documentBytesMax, shards, catalogTrust, isWound, nodeId, bytesMax);
        }
    }

    /**
     * The settings of the logs.
     *
     * @param history the collections whose changes are kept
     * @param erasures whether destroyed documents are recorded
     */
    public record Logs(HistorySettings history, EventSettings events, boolean erasures) {}

    /** Returns these settings with the forms of one more face. */
    public EngineSettings withForms(String face, FaceForms read) {
        Map<String, FaceForms> all = new HashMap<>(forms);
        all.put(face, read);
        return new EngineSettings(all, expiry, storage, logs);
    }

    private EngineSettings with(Expiry changed) {
        return new EngineSettings(forms, changed, storage, logs);
    }

    private EngineSettings with(Storage changed) {
        return new EngineSettings(forms, expiry, changed, logs);
    }

    private EngineSettings with(Logs changed) {
        return new EngineSettings(forms, expiry, storage, changed);
    }

    public EngineSettings withChangeGrace(Duration grace) {
        return with(new Expiry(grace, expiry.maxExpire, expiry.sweep));
    }

    public EngineSettings withMaxExpire(ExpireLimit limit) {
        return with(new Expiry(expiry.changeGrace, limit, expiry.sweep));
    }

    public EngineSettings withSweep(SweepSettings sweep) {
        return with(new Expiry(expiry.changeGrace, expiry.maxExpire, sweep));
    }

    public EngineSettings withShards(int number) {
        return with(storage.withShards(number));
    }

    public EngineSettings withCatalogTrust(Duration trust) {
        return with(storage.withCatalogTrust(trust));
    }

    /** For engines that share a store and are wound together. */
    public EngineSettings withOneClock() {
        return with(storage.withOneClock());
    }

    /** With this name among the engines that share the store. */
    public EngineSettings withNodeId(String id) {
        return with(storage.withNodeId(id));
    }

    public EngineSettings withVectorBytes(long bytesMax) {
        return with(storage.withVectorBytes(bytesMax));
    }

    public EngineSettings withHistory(HistorySettings history) {
        return with(new Logs(history, logs.events, logs.erasures));
    }

    public EngineSettings withEvents(EventSettings events) {
        return with(new Logs(logs.history, events, logs.erasures));
    }

    public EngineSettings withErasureRecord(boolean kept) {
        return with(new Logs(logs.history, logs.events, kept));
    }
}
