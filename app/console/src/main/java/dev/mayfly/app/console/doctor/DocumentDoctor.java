package dev.mayfly.app.console.doctor;

import dev.mayfly.app.console.view.CollectionNames;
import dev.mayfly.app.console.view.RuleNames;
import dev.mayfly.base.document.FieldPath;
import dev.mayfly.base.document.Lifetime;
import dev.mayfly.base.document.ValueType;
import dev.mayfly.base.document.View;
import dev.mayfly.engine.catalog.DocumentFormat;
import dev.mayfly.engine.catalog.FieldInstant;
import dev.mayfly.engine.catalog.PropertyTerm;
import dev.mayfly.engine.catalog.QueueDefinition;
import dev.mayfly.engine.expiry.Deadlines;
import dev.mayfly.engine.expiry.Instants;
import dev.mayfly.engine.expiry.Policy;
import dev.mayfly.engine.expiry.QueueIds;
import dev.mayfly.engine.expiry.Rule;
import dev.mayfly.engine.read.Document;
import dev.mayfly.engine.read.ReadView;
import dev.mayfly.face.api.KeyReader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Examines the documents of one collection one by one, and collects suspicious facts. Used by one thread. */
public final class DocumentDoctor {
    private static final long MILLIS = 1_000;

    /** The last instant of a client that counts seconds in 31 bits, and of one that does in 32. */
    private static final long END_OF_31_BITS = ((1L << 31) - 1) * MILLIS;

    private static final long END_OF_32_BITS = ((1L << 32) - 1) * MILLIS;

    /** An earlier date is hardly meant: it is what today's seconds are when they are taken for milliseconds. */
    private static final long SECONDS_AS_MILLIS_UNTIL = 10_000_000_000L;

    /** A lifetime in seconds from here on, that is whole quarters of an hour in milliseconds, was perhaps meant so. */
    private static final long QUARTER_IN_MILLIS = 900_000;

    private static final double EPOCH_SECONDS_FROM = 1e9;

    private final ReadView reading;
    private final KeyReader keys;
    private final long trustedUntil;
    private final List<Field> fields = new ArrayList<>();
    private final List<QueueDefinition> ofSeconds = new ArrayList<>();

    /** The rules about properties that count from a write, or from seconds since the epoch. */
    private final List<QueueDefinition> ofProperties = new ArrayList<>();

    private final boolean readsTtl;
    private final Map<String, DoctorFinding.Tally> tallies = new LinkedHashMap<>();
    private final Map<Integer, Long> matched = new HashMap<>();
    private long documents;
    private long decidedByDefault;

    /** A rule over a field. */
    private record Field(int queue, FieldPath path, String name) {}

    /** @param trustedUntil up to when documents can have been written by a clock that was right */
    public DocumentDoctor(ReadView reading, KeyReader keys, long trustedUntil) {
        this.reading = reading;
        this.keys = keys;
        this.trustedUntil = trustedUntil;
        Policy policy = reading.policy().current();
        for (QueueDefinition queue : reading.record().queues()) {
            FieldPath path = queue.path();
            if (path != null && policy.restsOn(queue.id()) && isOfProperty(queue)) {
                ofProperties.add(queue);
                matched.put(queue.id(), 0L);
            } else if (path != null && policy.restsOn(queue.id()) && queue.instant() != FieldInstant.EARLIEST_DATE) {
                ofSeconds.add(queue);
            } else if (path != null && policy.restsOn(queue.id())) {
                fields.add(new Field(queue.id(), path, RuleNames.of(reading.record(), queue.id())));
                matched.put(queue.id(), 0L);
            }
        }
        this.readsTtl = reading.record().queue(QueueIds.FOR).isPresent();
    }

    /** A date in BSON is one, whatever it is that it lets die. */
    private boolean isOfProperty(QueueDefinition queue) {
        PropertyTerm term = queue.property();
        boolean isOfDate = term != null && term.start() == PropertyTerm.Start.DATE;
        return term != null && !(isOfDate && reading.record().format() == DocumentFormat.BSON);
    }

    public long documents() {
        return documents;
    }

    public void look(Document document) {
        documents++;
        Instants instants = document.instants(reading);
        boolean readsContent = !fields.isEmpty() || !ofSeconds.isEmpty() || readsTtl;
        View content = readsContent ? document.view() : null;
        if (content != null) {
            for (Field field : fields) {
                lookAt(field, document, content, instants);
            }
            for (QueueDefinition queue : ofSeconds) {
                lookAtSecond(queue, document, content, instants);
            }
            lookAtTtl(document, content);
        }
        for (QueueDefinition queue : ofProperties) {
            if (instants.in(queue.id()) != Deadlines.NO_DEADLINE) {
                matched.merge(queue.id(), 1L, Long::sum);
            }
        }
        lookAtDeadline(document, instants);
        if (document.stamp().modified() > trustedUntil) {
            count(
                    document,
                    "suspect_clock",
                    DoctorFinding.Severity.WARNING,
                    "written by a clock that is suspect, with its time",
                    "Lifetimes count from that instant, which may be wrong; write or touch such documents again.");
        }
    }

    private void count(Document document, String code, DoctorFinding.Severity severity, String text, String hint) {
        DoctorFinding.Tally tally = tallies.computeIfAbsent(code, _ -> new DoctorFinding.Tally(severity, text, hint));
        if (tally.count()) {
            tally.sample(keys.write(document.key()));
        }
    }

    private void lookAt(Field field, Document document, View content, Instants instants) {
        long instant = instants.in(field.queue);
        if (instant != Deadlines.NO_DEADLINE) {
            matched.merge(field.queue, 1L, Long::sum);
            if (instant > 0 && instant < SECONDS_AS_MILLIS_UNTIL) {
                count(
                        document,
                        "seconds_in_date",
                        DoctorFinding.Severity.ERROR,
                        "with a date of 1970 in \"" + field.path
                                + "\": seconds since the epoch, taken for milliseconds",
                        "Make the date of milliseconds: new Date(seconds * 1000).");
            }
            return;
        }
        String where = " in \"" + field.path + "\", where " + field.name + " needs a date";
        switch (FieldJudgement.of(content, field.path).obstacle()) {
            case STRING_WHERE_DATE ->
                count(
                        document,
                        "string_date",
                        DoctorFinding.Severity.ERROR,
                        "with a string" + where,
                        "By a string nothing ever expires. Write a date: new Date(...), $toDate, {\"$date\": ...}.");
            case NUMBER_WHERE_DATE -> lookAtNumber(field, document, content, where);
            case NAN_WHERE_DATE, NULL_WHERE_DATE, NO_DATE ->
                count(
                        document,
                        "no_date",
                        DoctorFinding.Severity.NOTICE,
                        "with something else than a date" + where,
                        "By that nothing ever expires.");
            default -> {
                // A document without the field is usual; that all are is told at the end.
            }
        }
    }

    private void lookAtNumber(Field field, Document document, View content, String where) {
        double number = PathValues.at(content, field.path).getFirst().doubleValue();
        boolean isSeconds = FieldJudgement.looksLikeSeconds(number);
        String unit = isSeconds ? " of seconds" : FieldJudgement.looksLikeMillis(number) ? " of milliseconds" : "";
        count(
                document,
                unit.isEmpty() ? "number_date" : isSeconds ? "seconds_number" : "millis_number",
                DoctorFinding.Severity.ERROR,
                "with a number" + (unit.isEmpty() ? "" : ", it seems" + unit + ",") + where,
                "By a number nothing ever expires. Write a date instead.");
    }

    /** A document without the field is usual, and one queue is for those that the other is not for. */
    private void lookAtSecond(QueueDefinition queue, Document document, View content, Instants instants) {
        FieldPath path = Objects.requireNonNull(queue.path());
        Lifetime lifetime = document.stamp().lifetime();
        boolean isMeant = queue.instant() == FieldInstant.EPOCH_SECOND
                ? lifetime instanceof Lifetime.Inherit
                : lifetime instanceof Lifetime.For;
        if (isMeant && instants.in(queue.id()) == Deadlines.NO_DEADLINE && path.in(content) != null) {
            count(
                    document,
                    "no_seconds",
                    DoctorFinding.Severity.ERROR,
                    "with something else than a whole number of seconds in \"" + path
                            + "\", from which lifetimes count here",
                    "By that nothing ever expires. Write seconds since the epoch as a number.");
        }
    }

    private void lookAtTtl(Document document, View content) {
        View ttl = readsTtl && content.type() == ValueType.OBJECT ? content.field("ttl") : null;
        if (ttl == null) {
            return;
        }
        if (reading.policy().current().rules().isEmpty()) {
            count(
                    document,
                    "ttl_without_rule",
                    DoctorFinding.Severity.WARNING,
                    "with a ttl, which means nothing while time to live is off",
                    "Turn it on with a default of -1, so that only items with a ttl expire.");
        } else if (document.stamp().lifetime() instanceof Lifetime.Inherit) {
            count(
                    document,
                    "ttl_unreadable",
                    DoctorFinding.Severity.ERROR,
                    "with a ttl that is no whole number of seconds from 1 on, nor -1, and so is passed over",
                    "Write a number: {\"ttl\": 3600}.");
        } else if (document.stamp().lifetime() instanceof Lifetime.For(long seconds)) {
            lookAtSeconds(document, seconds);
        }
    }

    private void lookAtSeconds(Document document, long seconds) {
        if (seconds >= EPOCH_SECONDS_FROM) {
            count(
                    document,
                    "instant_in_ttl",
                    DoctorFinding.Severity.ERROR,
                    "with a ttl that looks like an instant; it is a number of seconds from the last write",
                    "Write how long the document is to live, not until when.");
        } else if (looksLikeMillis(seconds)) {
            count(
                    document,
                    "millis_in_ttl",
                    DoctorFinding.Severity.WARNING,
                    "with a ttl that looks like milliseconds",
                    "A ttl is a number of seconds: divide by 1000.");
        }
    }

    public static boolean looksLikeMillis(long seconds) {
        return seconds >= QUARTER_IN_MILLIS && seconds % QUARTER_IN_MILLIS == 0;
    }

    private void lookAtDeadline(Document document, Instants instants) {
        long deadline = document.deadline();
        if (deadline == Deadlines.NO_DEADLINE) {
            return;
        }
        decidedByDefault += reading.policy().current().decidingQueue(instants) == QueueIds.INHERIT ? 1 : 0;
        if (deadline > END_OF_32_BITS) {
            count(
                    document,
                    "beyond_2106",
                    DoctorFinding.Severity.WARNING,
                    "expiring after 2106-02-07, beyond what 32 bits of seconds can say",
                    "Clients that count seconds in 32 bits show another instant; let such documents live forever.");
        } else if (deadline > END_OF_31_BITS) {
            count(
                    document,
                    "beyond_2038",
                    DoctorFinding.Severity.NOTICE,
                    "expiring after 2038-01-19, beyond what 31 bits of seconds can say",
                    "Check the clients that count seconds in an int with a sign.");
        }
    }

    /**
     * Returns the findings.
     *
     * @param isEnough whether enough documents were looked at to say that none has a property
     */
    public List<DoctorFinding> end(boolean isEnough) {
        String name = CollectionNames.text(reading.record().name());
        List<DoctorFinding> findings = new ArrayList<>();
        tallies.forEach((code, tally) -> findings.add(tally.end(name, code)));
        if (isEnough && documents > 0) {
            addMissing(name, findings);
        }
        return findings;
    }

    private void addMissing(String name, List<DoctorFinding> findings) {
        for (Field field : fields) {
            if (matched.getOrDefault(field.queue, 0L) == 0) {
                findings.add(DoctorFinding.ofCollection(
                        name,
                        "rule_matches_nothing",
                        DoctorFinding.Severity.WARNING,
                        field.name + " finds a date in \"" + field.path + "\" in no document; "
                                + DoctorFinding.number(documents) + " looked at",
                        "Check the name of the field, its type, and the filter of the index."));
            }
        }
        for (QueueDefinition queue : ofProperties) {
            PropertyTerm term = queue.property();
            if (term != null && matched.getOrDefault(queue.id(), 0L) == 0) {
                boolean isOfDate = term.start() == PropertyTerm.Start.DATE;
                findings.add(DoctorFinding.ofCollection(
                        name,
                        "property_rule_matches_nothing",
                        DoctorFinding.Severity.NOTICE,
                        "the rule about the property \"" + term.path().dotted() + "\" finds it "
                                + (isOfDate ? "with seconds in \"" + queue.path() + "\" " : "") + "in no document; "
                                + DoctorFinding.number(documents) + " looked at",
                        "That is fine if all of them have died; if not, check the path."));
            }
        }
        for (Rule rule : reading.policy().current().rules()) {
            if (rule instanceof Rule.Modified(Rule.Modified.Kind kind, long seconds)
                    && kind == Rule.Modified.Kind.AFTER
                    && decidedByDefault == 0) {
                findings.add(DoctorFinding.ofCollection(
                        name,
                        "default_never_decides",
                        DoctorFinding.Severity.NOTICE,
                        "the default of " + seconds + " s decides about no document: each has a lifetime of its own, or"
                                + " another rule that is earlier; " + DoctorFinding.number(documents) + " looked at",
                        "That is fine as a safety net; if it was meant to decide, look at why the documents differ."));
            }
        }
    }
}
