package dev.mayfly.face.api;

import dev.mayfly.base.document.FieldPath;
import dev.mayfly.engine.catalog.PropertyTerm;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** One rule of expiry as an administrator states it, independent of the face. */
public sealed interface RuleChange {
    /** Removes the default expiry after the last write. */
    record DefaultOff() implements RuleChange {}

    /** Only documents with a lifetime of their own expire by their last write. */
    record DefaultNone() implements RuleChange {}

    /** Documents without a lifetime of their own expire this many seconds after their last write. */
    record DefaultAfter(long seconds) implements RuleChange {}

    /**
     * Documents expire so long after the date in a field.
     *
     * @param seconds empty for never
     */
    record Field(String path, OptionalLong seconds) implements RuleChange {}

    /**
     * A property of each document dies so long after an instant, while the document lives. Takes the place of any other rule
     * about the property.
     *
     * @param date the path of the date, where the time counts from one
     * @param seconds empty for never
     */
    record Property(PropertyTerm term, @Nullable FieldPath date, OptionalLong seconds) implements RuleChange {
        /** The path of the queue in which such documents stand. */
        public FieldPath from() {
            return date == null ? term.path() : date;
        }
    }

    /**
     * Documents that are written from now on live so long at most.
     *
     * @param seconds 0 for as long as what is above the collection says, -1 for without limit
     */
    record MaxTtl(int seconds) implements RuleChange {}
}
