package dev.mayfly.app.console;

import dev.mayfly.base.clock.ClockGuard;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.Document;
import dev.mayfly.engine.DocumentCursor;
import dev.mayfly.engine.Engine;
import dev.mayfly.engine.HiddenCensus;
import dev.mayfly.engine.Reading;
import dev.mayfly.engine.catalog.CollectionName;
import dev.mayfly.engine.expiry.Rule;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.KeyRange;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Finds what is suspicious about the lifetimes of one collection: its rules at once, its documents a sample at a time. */
final class CollectionDoctor {
    /** Of so many documents it can be said what none of them does. */
    private static final int ENOUGH = 1_000;

    private static final long BACKLOG_MILLIS_MAX = 60_000;

    private final Engine engine;
    private final Map<String, KeyReader> keys;
    private final Map<String, FaceDocuments> faces;

    CollectionDoctor(AdminServices services) {
        this.engine = services.engine();
        this.keys = services.keys();
        this.faces = services.documents();
    }

    /**
     * What was found.
     *
     * @param documents that were looked at
     * @param position behind which the next are, or null at the end
     */
    record Examination(List<Finding> findings, long documents, byte @Nullable [] position) {}

    /** As answers name it. */
    static String name(CollectionName name) {
        return name.face() + "/" + name.database() + "/" + name.collection();
    }

    /** @param after the position of an earlier look, or null for the first, which also looks at the rules */
    Examination examine(Collection collection, byte @Nullable [] after, int sample) {
        Reading reading = collection.reading();
        List<Finding> findings = new ArrayList<>();
        if (after == null) {
            addRules(collection, findings);
            addBacklog(collection, reading, findings);
        }
        KeyReader reader = keys.get(collection.name().face());
        if (reader == null) {
            return new Examination(findings, 0, null);
        }
        DocumentDoctor doctor = new DocumentDoctor(reading, reader, trustedUntil());
        byte[] position = look(collection, reading, after, sample, doctor);
        boolean isWhole = after == null && position == null;
        findings.addAll(doctor.end(isWhole || doctor.documents() >= ENOUGH));
        return new Examination(findings, doctor.documents(), position);
    }

    private static byte @Nullable [] look(
            Collection collection, Reading reading, byte @Nullable [] after, int sample, DocumentDoctor doctor) {
        KeyRange range = after == null ? KeyRange.ALL : new KeyRange(Arrays.copyOf(after, after.length + 1), null);
        try (DocumentCursor cursor = collection.scan(reading, List.of(range), Direction.FORWARD)) {
            while (doctor.documents() < sample) {
                Document document = cursor.next();
                if (document == null) {
                    return null;
                }
                doctor.look(document);
            }
            byte[] position = cursor.position();
            return cursor.next() == null ? null : position;
        }
    }

    /** While the clock is suspect what was written since is; otherwise only what comes from the future. */
    private long trustedUntil() {
        return engine.clock().guardedMillis() + ClockGuard.STEP_MILLIS_MAX;
    }

    private void addRules(Collection collection, List<Finding> findings) {
        String name = name(collection.name());
        for (Rule rule : collection.record().policy().current().rules()) {
            if (rule.isUnreadable()) {
                findings.add(Finding.ofCollection(
                        name,
                        "rule_unreadable",
                        Finding.Severity.ERROR,
                        "what is stored of a rule is no number of seconds, which means never",
                        "Set the seconds of the rule again."));
            } else if (DocumentDoctor.looksLikeMillis(seconds(rule))) {
                findings.add(Finding.ofCollection(
                        name,
                        "millis_in_rule",
                        Finding.Severity.NOTICE,
                        "a rule lets documents live for " + seconds(rule) + " s, which looks like milliseconds",
                        "Rules are in seconds: divide by 1000 if that was meant."));
            }
        }
        FaceDocuments face = faces.get(collection.name().face());
        for (String index : face == null ? List.<String>of() : face.ignoredRules(collection)) {
            findings.add(Finding.ofCollection(
                    name,
                    "ttl_on_compound_key",
                    Finding.Severity.ERROR,
                    "index " + index + " says how long documents live, but has a key of several fields, which never"
                            + " lets anything expire",
                    "Make a TTL index over the one field with the date."));
        }
    }

    private static long seconds(Rule rule) {
        return switch (rule) {
            case Rule.Modified modified -> modified.seconds();
            case Rule.Field field -> field.afterSeconds();
            case Rule.Absolute _ -> 0;
        };
    }

    private void addBacklog(Collection collection, Reading reading, List<Finding> findings) {
        HiddenCensus hidden = collection.hiddenDocuments().census(reading);
        long overdue = hidden.deadDocuments() == 0 ? 0 : engine.clock().wallMillis() - hidden.oldestDead();
        if (overdue > BACKLOG_MILLIS_MAX) {
            findings.add(Finding.ofCollection(
                    name(collection.name()),
                    "backlog",
                    Finding.Severity.WARNING,
                    Finding.number(hidden.deadDocuments()) + " dead and not destroyed yet, the oldest for "
                            + overdue / 1_000 + " s",
                    "See /health/expiry: sweeping may be paused, or the clock suspect. Nobody reads them meanwhile."));
        }
    }
}
