package dev.mayfly.engine;

import org.jspecify.annotations.Nullable;

/** What there is of a key. */
public sealed interface Remains {
    /** A live document. */
    record Live(Document document) implements Remains {}

    /**
     * A document that has expired and is not destroyed yet.
     *
     * @param version its own, as long as it was live
     * @param tombstone as good as the one that its destruction will leave; it has the document's version
     */
    record Hidden(long version, Tombstone tombstone) implements Remains {}

    /** What a document has left that is gone. */
    record Buried(Tombstone tombstone) implements Remains {}

    /** Nothing, or nothing that is still to be seen. */
    record Nothing() implements Remains {
        static final Nothing NOTHING = new Nothing();
    }

    /** The live document, or null. */
    default @Nullable Document live() {
        return this instanceof Live live ? live.document : null;
    }

    /** What is kept of a document that is gone, destroyed or not; or null. */
    default @Nullable Tombstone tombstone() {
        return switch (this) {
            case Hidden hidden -> hidden.tombstone;
            case Buried buried -> buried.tombstone;
            case Live _, Nothing _ -> null;
        };
    }
}
