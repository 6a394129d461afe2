package dev.mayfly.face.api;

import java.util.OptionalLong;

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
     * Documents that are written from now on live so long at most.
     *
     * @param seconds 0 for as long as what is above the collection says, -1 for without limit
     */
    record MaxTtl(int seconds) implements RuleChange {}
}
