package dev.mayfly.face.mongo.write;

import dev.mayfly.engine.Collection;
import dev.mayfly.engine.EngineError;
import dev.mayfly.engine.EngineError.CollectionExists;
import dev.mayfly.engine.EngineError.CollectionMissing;
import dev.mayfly.engine.EngineError.DocumentCorrupt;
import dev.mayfly.engine.EngineError.DocumentTooLarge;
import dev.mayfly.engine.EngineError.DuplicateValue;
import dev.mayfly.engine.EngineError.HistoryLost;
import dev.mayfly.engine.EngineError.IndexMissing;
import dev.mayfly.engine.EngineError.KeyTooLong;
import dev.mayfly.engine.EngineError.ParallelArrays;
import dev.mayfly.engine.EngineError.SnapshotLost;
import dev.mayfly.engine.EngineError.StoreCorrupt;
import dev.mayfly.engine.EngineError.StoreFull;
import dev.mayfly.engine.EngineError.StoreReadOnly;
import dev.mayfly.engine.EngineError.StoreUnavailable;
import dev.mayfly.engine.EngineError.TooManyConflicts;
import dev.mayfly.engine.EngineError.TooManyGraves;
import dev.mayfly.engine.EngineError.TooManyKeys;
import dev.mayfly.engine.EngineError.TooManyWouldExpire;
import dev.mayfly.engine.EngineError.TransactionConflict;
import dev.mayfly.engine.EngineError.TransactionTooLarge;
import dev.mayfly.store.api.Durability;
import java.util.List;

/** The code that all kinds of writes share. */
final class Writes {
    private Writes() {}

    /** Makes writes that were done before as safe as was asked for: all of them with one wait. */
    static void settle(Collection collection, Durability durability) {
        if (durability == Durability.SYNCED) {
            collection.writeAll(List.of(), false, durability);
        }
    }

    /** Returns whether other documents may still be written. */
    static boolean isAboutDocument(EngineError error) {
        return switch (error) {
            case ParallelArrays _,
                    DocumentTooLarge _,
                    KeyTooLong _,
                    TooManyKeys _,
                    DuplicateValue _,
                    TooManyConflicts _,
                    DocumentCorrupt _ -> true;
            case TransactionConflict _,
                    SnapshotLost _,
                    TransactionTooLarge _,
                    CollectionMissing _,
                    CollectionExists _,
                    IndexMissing _,
                    TooManyGraves _,
                    TooManyWouldExpire _,
                    HistoryLost _,
                    StoreFull _,
                    StoreReadOnly _,
                    StoreCorrupt _,
                    StoreUnavailable _ -> false;
        };
    }
}
