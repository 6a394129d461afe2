package dev.mayfly.face.mongo.session;

import dev.mayfly.engine.Collection;
import java.util.function.Supplier;

/** Supplies the collection through which a write goes, so that the write's result is stored with it. */
public interface StatementRecorder<T> {
    /** @param outcome asked when the write is about to be committed */
    Collection of(Collection collection, Supplier<T> outcome);

    static <T> StatementRecorder<T> nothing() {
        return (collection, _) -> collection;
    }
}
