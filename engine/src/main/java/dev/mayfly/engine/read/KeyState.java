package dev.mayfly.engine.read;

import dev.mayfly.engine.document.Tombstone;
import org.jspecify.annotations.Nullable;

/** The state of a key in a collection. */
public sealed interface KeyState {
    /** A live document. */
    record Live(Document document) implements KeyState {}

    /**
     * A document that has expired and is not destroyed yet.
     *
     * @param version its own, as long as it was live
     * @param tombstone as good as the one that its destruction will leave; it has the document's version
     */
    record Hidden(long version, Tombstone tombstone) implements KeyState {}

    /** A document that is gone and has left a tombstone. */
    record Buried(Tombstone tombstone) implements KeyState {}

    /** No document, and nothing that is still visible. */
    record Nothing() implements KeyState {
        public static final Nothing NOTHING = new Nothing();
    }

    /** The live document, or null. */
    default @Nullable Document live() {
        return this instanceof Live live ? live.document : null;
    }

    /** Returns the tombstone of a document that is gone, destroyed or not; or null. */
    default @Nullable Tombstone tombstone() {
        return switch (this) {
            case Hidden hidden -> hidden.tombstone;
            case Buried buried -> buried.tombstone;
            case Live _, Nothing _ -> null;
        };
    }
}
