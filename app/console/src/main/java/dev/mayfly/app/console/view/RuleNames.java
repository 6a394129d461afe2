package dev.mayfly.app.console.view;

import dev.mayfly.base.document.FieldPath;
import dev.mayfly.engine.catalog.CollectionRecord;
import dev.mayfly.engine.catalog.FieldInstant;
import dev.mayfly.engine.catalog.IndexDefinition;
import dev.mayfly.engine.catalog.QueueDefinition;
import dev.mayfly.engine.expiry.QueueIds;
import java.util.Objects;
import java.util.Optional;

/** The names by which users call the rule that rests on a queue. */
public final class RuleNames {
    private RuleNames() {}

    public static String of(CollectionRecord record, int queue) {
        return switch (queue) {
            case QueueIds.INHERIT -> "the collection's default" + lifetimeIndex(record);
            case QueueIds.FOR -> "the document's own lifetime" + lifetimeIndex(record);
            case QueueIds.UNTIL -> "the document's own end";
            default -> index(record, queue);
        };
    }

    private static String lifetimeIndex(CollectionRecord record) {
        return record.indexes().stream()
                .filter(index -> index.kind() == IndexDefinition.Kind.LIFETIME)
                .findFirst()
                .map(index -> " (index " + index.name() + ")")
                .orElse("");
    }

    /** Returns the instant that a queue over a field selects there. */
    public static FieldInstant instant(CollectionRecord record, int queue) {
        return record.queue(queue).map(QueueDefinition::instant).orElse(FieldInstant.EARLIEST_DATE);
    }

    private static String ofSeconds(QueueDefinition queue) {
        String path = Objects.requireNonNull(queue.path()).dotted();
        return queue.instant() == FieldInstant.EPOCH_SECOND_AND_LIFETIME
                ? "the document's own lifetime after \"" + path + "\""
                : "the collection's default after \"" + path + "\"";
    }

    private static String index(CollectionRecord record, int queue) {
        Optional<QueueDefinition> ofSeconds =
                record.queue(queue).filter(found -> found.instant() != FieldInstant.EARLIEST_DATE);
        if (ofSeconds.isPresent()) {
            return ofSeconds(ofSeconds.get());
        }
        Optional<IndexDefinition> index = record.index(queue);
        if (index.isPresent()) {
            return "index " + index.get().name();
        }
        String path = record.queue(queue)
                .map(found -> found.path())
                .map(FieldPath::dotted)
                .orElse("?");
        return "a dropped index over " + path;
    }
}
