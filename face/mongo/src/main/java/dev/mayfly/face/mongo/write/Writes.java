package dev.mayfly.face.mongo.write;

import dev.mayfly.engine.Collection;
import dev.mayfly.engine.error.EngineError;
import dev.mayfly.engine.error.EngineError.ClockOff;
import dev.mayfly.engine.error.EngineError.CollectionExists;
import dev.mayfly.engine.error.EngineError.CollectionMissing;
import dev.mayfly.engine.error.EngineError.DocumentCorrupt;
import dev.mayfly.engine.error.EngineError.DocumentTooLarge;
import dev.mayfly.engine.error.EngineError.DuplicateValue;
import dev.mayfly.engine.error.EngineError.HistoryLost;
import dev.mayfly.engine.error.EngineError.IndexMissing;
import dev.mayfly.engine.error.EngineError.KeyTooLong;
import dev.mayfly.engine.error.EngineError.ParallelArrays;
import dev.mayfly.engine.error.EngineError.PropertyRuleRefused;
import dev.mayfly.engine.error.EngineError.SnapshotLost;
import dev.mayfly.engine.error.EngineError.StoreCorrupt;
import dev.mayfly.engine.error.EngineError.StoreFull;
import dev.mayfly.engine.error.EngineError.StoreReadOnly;
import dev.mayfly.engine.error.EngineError.StoreUnavailable;
import dev.mayfly.engine.error.EngineError.TooManyConflicts;
import dev.mayfly.engine.error.EngineError.TooManyGraves;
import dev.mayfly.engine.error.EngineError.TooManyKeys;
import dev.mayfly.engine.error.EngineError.TooManyWouldExpire;
import dev.mayfly.engine.error.EngineError.TransactionConflict;
import dev.mayfly.engine.error.EngineError.TransactionTooLarge;
import dev.mayfly.engine.error.EngineError.UniqueAcrossShards;
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
                    UniqueAcrossShards _,
                    PropertyRuleRefused _,
                    TooManyGraves _,
                    TooManyWouldExpire _,
                    HistoryLost _,
                    StoreFull _,
                    StoreReadOnly _,
                    StoreCorrupt _,
                    StoreUnavailable _,
                    ClockOff _ -> false;
        };
    }
}
