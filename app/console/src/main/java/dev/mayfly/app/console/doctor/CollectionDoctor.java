package dev.mayfly.app.console.doctor;

import dev.mayfly.app.console.AdminServices;
import dev.mayfly.app.console.view.CollectionNames;
import dev.mayfly.base.clock.ClockGuard;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.Engine;
import dev.mayfly.engine.catalog.QueueDefinition;
import dev.mayfly.engine.expiry.PropertyRule;
import dev.mayfly.engine.expiry.Rule;
import dev.mayfly.engine.hidden.HiddenCensus;
import dev.mayfly.engine.read.Document;
import dev.mayfly.engine.read.DocumentCursor;
import dev.mayfly.engine.read.ReadView;
import dev.mayfly.face.api.KeyReader;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.KeyRange;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Finds what is suspicious about the lifetimes of one collection: its rules at once, its documents a sample at a time. */
public final class CollectionDoctor {
    /** The number of documents from which a finding may say that none of them has a property. */
    private static final int ENOUGH = 1_000;

    private static final long BACKLOG_MILLIS_MAX = 60_000;

    private final Engine engine;
    private final Map<String, KeyReader> keys;
    private final AdminServices services;

    public CollectionDoctor(AdminServices services) {
        this.engine = services.engine();
        this.keys = services.keys();
        this.services = services;
    }

    /**
     * The result of an examination.
     *
     * @param documents the number looked at
     * @param position the position after the last one looked at, or null at the end
     */
    public record Examination(List<DoctorFinding> findings, long documents, byte @Nullable [] position) {}

    /** @param after the position of an earlier look, or null for the first, which also looks at the rules */
    public Examination examine(Collection collection, byte @Nullable [] after, int sample) {
        ReadView reading = collection.reading();
        List<DoctorFinding> findings = new ArrayList<>();
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
            Collection collection, ReadView reading, byte @Nullable [] after, int sample, DocumentDoctor doctor) {
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

    private void addRules(Collection collection, List<DoctorFinding> findings) {
        String name = CollectionNames.text(collection.name());
        for (Rule rule : collection.record().policy().current().rules()) {
            if (rule.isUnreadable()) {
                findings.add(DoctorFinding.ofCollection(
                        name,
                        "rule_unreadable",
                        DoctorFinding.Severity.ERROR,
                        "what is stored of a rule is no number of seconds, which means never",
                        "Set the seconds of the rule again."));
            } else if (DocumentDoctor.looksLikeMillis(seconds(rule))) {
                findings.add(DoctorFinding.ofCollection(
                        name,
                        "millis_in_rule",
                        DoctorFinding.Severity.NOTICE,
                        "a rule lets documents live for " + seconds(rule) + " s, which looks like milliseconds",
                        "Rules are in seconds: divide by 1000 if that was meant."));
            }
        }
        for (PropertyRule rule : collection.record().policy().current().properties()) {
            if (DocumentDoctor.looksLikeMillis(rule.afterSeconds())) {
                findings.add(DoctorFinding.ofCollection(
                        name,
                        "millis_in_rule",
                        DoctorFinding.Severity.NOTICE,
                        "a rule lets \"" + property(collection, rule) + "\" live for " + rule.afterSeconds()
                                + " s, which looks like milliseconds",
                        "Rules are in seconds: divide by 1000 if that was meant."));
            }
        }
        for (String index : services.definitions(collection.name()).ignoredRules(collection)) {
            findings.add(DoctorFinding.ofCollection(
                    name,
                    "ttl_on_compound_key",
                    DoctorFinding.Severity.ERROR,
                    "index " + index + " says how long documents live, but has a key of several fields, which never"
                            + " lets anything expire",
                    "Make a TTL index over the one field with the date."));
        }
    }

    private static String property(Collection collection, PropertyRule rule) {
        return collection
                .record()
                .queue(rule.queue())
                .map(QueueDefinition::property)
                .map(term -> term.path().dotted())
                .orElse("?");
    }

    private static long seconds(Rule rule) {
        return switch (rule) {
            case Rule.Modified modified -> modified.seconds();
            case Rule.Field field -> field.afterSeconds();
            case Rule.Absolute _ -> 0;
        };
    }

    private void addBacklog(Collection collection, ReadView reading, List<DoctorFinding> findings) {
        HiddenCensus hidden = collection.hiddenDocuments().totals(reading);
        long overdue = hidden.deadDocuments() == 0 ? 0 : engine.clock().wallMillis() - hidden.oldestDead();
        if (overdue > BACKLOG_MILLIS_MAX) {
            findings.add(DoctorFinding.ofCollection(
                    CollectionNames.text(collection.name()),
                    "backlog",
                    DoctorFinding.Severity.WARNING,
                    DoctorFinding.number(hidden.deadDocuments()) + " dead and not destroyed yet, the oldest for "
                            + overdue / 1_000 + " s",
                    "See /health/expiry: sweeping may be paused, or the clock suspect. Nobody reads them meanwhile."));
        }
    }
}
