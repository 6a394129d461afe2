package dev.mayfly.app.console;

import dev.mayfly.engine.Collection;
import dev.mayfly.engine.catalog.ExpireLimit;
import java.util.OptionalLong;

/**
 * How one face changes the rules of expiry for the admin face: by what its own clients would do, so that it shows them what
 * was done. Refusals are thrown as {@link AdminException}. Safe for concurrent use.
 */
public interface FacePolicies {
    /** One rule as it is to be. */
    sealed interface RuleChange {
        /** Nothing expires by its last write. */
        record DefaultOff() implements RuleChange {}

        /** Only documents with a lifetime of their own expire by their last write. */
        record DefaultNone() implements RuleChange {}

        /** Documents expire so many seconds after their last write, if they do not say otherwise. */
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

    /** @param allowed how many documents it may expire at once */
    void change(Collection collection, RuleChange rule, ExpireLimit allowed);

    /** What {@link #change} would do, as the JSON of {@code DryRunTree}. */
    String dryRun(Collection collection, RuleChange rule);

    /** The most seconds that a document may be given, -1 for without limit; empty where there is no such thing. */
    default OptionalLong maxTtl(Collection collection) {
        return OptionalLong.empty();
    }

    /** What a face answers that has no such rule. */
    static AdminException noSuchRule(String face, String rules) {
        return AdminException.badRequest("collections of " + face + " have no such rule, but " + rules);
    }
}
