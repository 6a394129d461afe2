package dev.mayfly.engine.change;

import dev.mayfly.store.api.Cursor;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.KeyRange;
import dev.mayfly.store.api.Partition;
import dev.mayfly.store.api.Reader;
import dev.mayfly.store.api.Space;
import dev.mayfly.store.api.Store;

/** Finds out after a start which feeds hold entries under a name that their collection has no more. */
final class HistoryRenames {
    private HistoryRenames() {}

    static void restore(Store store, History history) {
        try (Cursor cursor =
                store.scan(Partition.CATALOG, Space.CHANGE, KeyRange.ALL, Direction.FORWARD, Reader.UNLIMITED)) {
            while (cursor.next()) {
                ChangeEntry entry = ChangeCodec.decode(cursor.key(), cursor.value());
                if (entry != null && entry.kind() == ChangeKind.RENAMED) {
                    // The name it had then is unknown, and a reader that looks in vain does no harm.
                    history.feeds()
                            .forEach(feed -> feed.renamed(entry.position().time()));
                }
            }
        }
    }
}
