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
 * @param changeGrace for how long a replaced policy keeps its say
 * @param documentBytesMax the largest body there may be
 * @param sweep how the sweeper works
 * @param history of which collections the changes are kept
 * @param maxExpire how many documents a change of policy may hide at once, where a collection does not say
 * @param erasureRecord whether it is written down what was destroyed
 * @param events what the log of events keeps
 * @param shards the number of shards of a new collection that does not say
 * @param catalogTrust how long a look at the catalog counts where several engines write the store; each of them must have the
 *     same
 */
public record EngineSettings(
        Map<String, FaceForms> forms,
        Duration changeGrace,
        int documentBytesMax,
        SweepSettings sweep,
        HistorySettings history,
        ExpireLimit maxExpire,
        boolean erasureRecord,
        EventSettings events,
        int shards,
        Duration catalogTrust) {
    public static final EngineSettings DEFAULTS = new EngineSettings(
            Map.of(),
            Duration.ofHours(1),
            20 << 20,
            SweepSettings.DEFAULTS,
            HistorySettings.NONE,
            ExpireLimit.NONE,
            false,
            EventSettings.DEFAULTS,
            1,
            Duration.ZERO);

    public EngineSettings {
        forms = Map.copyOf(forms);
    }

    /** With the forms of one more face. */
    public EngineSettings withForms(String face, FaceForms read) {
        Map<String, FaceForms> all = new HashMap<>(forms);
        all.put(face, read);
        return new EngineSettings(
                all,
                changeGrace,
                documentBytesMax,
                sweep,
                history,
                maxExpire,
                erasureRecord,
                events,
                shards,
                catalogTrust);
    }

    public EngineSettings withChangeGrace(Duration grace) {
        return new EngineSettings(
                forms, grace, documentBytesMax, sweep, history, maxExpire, erasureRecord, events, shards, catalogTrust);
    }

    public EngineSettings withSweep(SweepSettings changed) {
        return new EngineSettings(
                forms,
                changeGrace,
                documentBytesMax,
                changed,
                history,
                maxExpire,
                erasureRecord,
                events,
                shards,
                catalogTrust);
    }

    public EngineSettings withHistory(HistorySettings kept) {
        return new EngineSettings(
                forms,
                changeGrace,
                documentBytesMax,
                sweep,
                kept,
                maxExpire,
                erasureRecord,
                events,
                shards,
                catalogTrust);
    }

    public EngineSettings withMaxExpire(ExpireLimit limit) {
        return new EngineSettings(
                forms,
                changeGrace,
                documentBytesMax,
                sweep,
                history,
                limit,
                erasureRecord,
                events,
                shards,
                catalogTrust);
    }

    public EngineSettings withEvents(EventSettings kept) {
        return new EngineSettings(
                forms,
                changeGrace,
                documentBytesMax,
                sweep,
                history,
                maxExpire,
                erasureRecord,
                kept,
                shards,
                catalogTrust);
    }

    public EngineSettings withErasureRecord(boolean kept) {
        return new EngineSettings(
                forms, changeGrace, documentBytesMax, sweep, history, maxExpire, kept, events, shards, catalogTrust);
    }

    /** With this number of shards for new collections that do not say. */
    public EngineSettings withShards(int number) {
        return new EngineSettings(
                forms,
                changeGrace,
                documentBytesMax,
                sweep,
                history,
                maxExpire,
                erasureRecord,
                events,
                number,
                catalogTrust);
    }

    /** With this time for which a look at the catalog counts. */
    public EngineSettings withCatalogTrust(Duration trust) {
        return new EngineSettings(
                forms, changeGrace, documentBytesMax, sweep, history, maxExpire, erasureRecord, events, shards, trust);
    }
}
