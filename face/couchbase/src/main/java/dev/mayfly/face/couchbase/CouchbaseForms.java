package dev.mayfly.face.couchbase;

import dev.mayfly.base.document.Stamp;
import dev.mayfly.base.document.View;
import dev.mayfly.engine.FaceForms;
import dev.mayfly.engine.Tombstone;
import dev.mayfly.face.couchbase.kv.DocumentTombstones;
import java.util.function.Predicate;

/** How the engine reads what this face keeps in its own form. */
public final class CouchbaseForms implements FaceForms {
    /** Conditions of indexes are judged by the query service itself. */
    @Override
    public Predicate<View> filter(byte[] partial) {
        return _ -> true;
    }

    @Override
    public byte[] tombstone(Stamp stamp, Tombstone.Cause cause) {
        return DocumentTombstones.of(stamp);
    }
}
