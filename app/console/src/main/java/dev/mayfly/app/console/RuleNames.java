package dev.mayfly.app.console;

import dev.mayfly.base.document.FieldPath;
import dev.mayfly.engine.catalog.CollectionRecord;
import dev.mayfly.engine.catalog.IndexDefinition;
import dev.mayfly.engine.expiry.QueueIds;
import java.util.Optional;

/** What people call the rule that rests on a queue. */
final class RuleNames {
    private RuleNames() {}

    static String of(CollectionRecord record, int queue) {
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

    private static String index(CollectionRecord record, int queue) {
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
