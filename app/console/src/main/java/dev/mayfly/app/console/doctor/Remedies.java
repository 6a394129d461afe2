package dev.mayfly.app.console.doctor;

import dev.mayfly.app.console.view.RuleNames;
import dev.mayfly.base.document.FieldPath;
import dev.mayfly.engine.catalog.CollectionRecord;
import dev.mayfly.engine.catalog.FieldInstant;
import dev.mayfly.engine.catalog.QueueDefinition;
import dev.mayfly.engine.expiry.QueueIds;
import dev.mayfly.face.api.FaceDefinitions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The remedies for lifetimes of a collection's documents, in the words of its face. */
final class Remedies {
    private final CollectionRecord record;
    private final FaceDefinitions definitions;

    Remedies(CollectionRecord record, FaceDefinitions definitions) {
        this.record = record;
        this.definitions = definitions;
    }

    /** Returns the changes that would let a document live longer than the rule of a queue does. */
    List<String> toLive(int queue) {
        return switch (queue) {
            case QueueIds.INHERIT ->
                List.of(
                        "Any write of the document begins its lifetime anew.",
                        "A ttl of its own counts instead of the default; -1 is forever.",
                        "Another default of the collection, or none.");
            case QueueIds.FOR ->
                List.of("Any write of the document begins its lifetime anew.", "Another ttl; -1 is forever.");
            case QueueIds.UNTIL -> List.of("Touching it, or writing it, with another expiry.");
            default -> overField(queue);
        };
    }

    private List<String> overField(int queue) {
        List<String> remedies = new ArrayList<>();
        FieldInstant instant = RuleNames.instant(record, queue);
        record.queue(queue).map(QueueDefinition::path).map(FieldPath::dotted).ifPresent(path -> {
            if (instant != FieldInstant.EARLIEST_DATE) {
                remedies.add("A later second in \"" + path + "\"; without a whole number there it never expires.");
                remedies.addAll(
                        instant == FieldInstant.EPOCH_SECOND
                                ? List.of(
                                        "A ttl of its own counts instead of the default; -1 is forever.",
                                        "Another default of the collection, or none.")
                                : List.of("Another ttl; -1 is forever."));
                return;
            }
            remedies.add("A later date in \"" + path + "\"; without a date there it never expires by this rule.");
            remedies.add("Another expireAfterSeconds of " + RuleNames.of(record, queue) + ", or dropping it.");
        });
        return remedies;
    }

    /** Returns the changes that would let a document expire that does not. */
    List<String> toDie(NoExpiryReason obstacle) {
        return switch (obstacle) {
            case NONE, HAS_OWN -> List.of();
            case MASKED -> List.of("Letting the monitor run again: setParameter ttlMonitorEnabled true.");
            case TTL_OFF, RULE_GONE -> List.of(definitions.firstRule());
            case RULE_UNREADABLE -> List.of("Setting the seconds of the rule again, to a whole number.");
            case OVERFLOW -> List.of("An earlier date, or a shorter lifetime.");
            case OWN_UNREADABLE -> List.of("A ttl that is a whole number of seconds, such as 3600.");
            case ASKED_FOREVER -> List.of("Touching it with a lifetime, or writing it with one.");
            case STRING_WHERE_DATE, NUMBER_WHERE_DATE, NAN_WHERE_DATE, NULL_WHERE_DATE, NO_DATE, FIELD_MISSING ->
                List.of(
                        isBySeconds()
                                ? "A whole number of seconds since the epoch" + inFields() + "."
                                : "A date" + inFields() + ": of the type date, not text and not a number.");
            case FILTERED_OUT -> List.of("A change of the document by which it passes the filter of the index.");
            case RULE_NOT_READY -> List.of("Waiting until the index is built.");
            case NO_DEFAULT, HAS_NO_OWN -> List.of("A ttl of its own, or a default of the collection.");
        };
    }

    private Stream<QueueDefinition> queuesOverFields() {
        return record.queues().stream()
                .filter(queue ->
                        queue.path() != null && record.policy().current().restsOn(queue.id()));
    }

    private boolean isBySeconds() {
        return queuesOverFields().anyMatch(queue -> queue.instant() != FieldInstant.EARLIEST_DATE);
    }

    private String inFields() {
        String fields = queuesOverFields()
                .map(QueueDefinition::path)
                .map(String::valueOf)
                .distinct()
                .map(path -> "\"" + path + "\"")
                .collect(Collectors.joining(" or "));
        return fields.isEmpty() ? "" : " in " + fields;
    }
}
