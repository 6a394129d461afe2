package dev.mayfly.face.mongo.write;

import dev.mayfly.engine.Collection;
import java.util.function.Supplier;

/** Gives the collection that a write is to go to, so that what the write comes to is kept with it. */
public interface Keeping<T> {
    /** @param outcome asked when the write is about to be committed */
    Collection of(Collection collection, Supplier<T> outcome);

    static <T> Keeping<T> nothing() {
        return (collection, _) -> collection;
    }
}
