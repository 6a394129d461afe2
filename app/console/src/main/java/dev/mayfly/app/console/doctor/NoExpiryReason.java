package dev.mayfly.app.console.doctor;

import java.util.Locale;

/** The obstacle that keeps a rule from giving a document a deadline; of several the first is reported first. */
enum NoExpiryReason {
    /** No obstacle. */
    NONE,
    /** All rules are held back. */
    MASKED,
    /** The collection has no rule at all. */
    TTL_OFF,
    /** The collection's rule does not hold a number of seconds. */
    RULE_UNREADABLE,
    /** The deadline is beyond what can be said. */
    OVERFLOW,
    /** The document says something that is no lifetime. */
    OWN_UNREADABLE,
    /** The document asked to live forever. */
    ASKED_FOREVER,
    /** The field holds text, perhaps of a date. */
    STRING_WHERE_DATE,
    /** The field holds a number, perhaps of seconds or milliseconds. */
    NUMBER_WHERE_DATE,
    /** The field holds NaN. */
    NAN_WHERE_DATE,
    /** The field holds null. */
    NULL_WHERE_DATE,
    /** The field holds another type. */
    NO_DATE,
    /** The field is missing. */
    FIELD_MISSING,
    /** The filter of the index leaves the document out. */
    FILTERED_OUT,
    /** The index of the rule is not ready. */
    RULE_NOT_READY,
    /** The collection has no default. */
    NO_DEFAULT,
    /** The document has no lifetime of its own. */
    HAS_NO_OWN,
    /** The document has a lifetime of its own, so the default is not for it. */
    HAS_OWN,
    /** No rule rests on the queue any more. */
    RULE_GONE;

    String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
