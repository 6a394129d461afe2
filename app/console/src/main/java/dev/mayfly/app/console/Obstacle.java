package dev.mayfly.app.console;

import java.util.Locale;

/** What keeps a rule from giving a document a deadline; of several the first is told first. */
enum Obstacle {
    /** Nothing does. */
    NONE,
    /** All rules are held back. */
    MASKED,
    /** The collection has no rule at all. */
    TTL_OFF,
    /** What the collection's rule says is no number of seconds. */
    RULE_UNREADABLE,
    /** The deadline is beyond what can be said. */
    OVERFLOW,
    /** The document says something that is no lifetime. */
    OWN_UNREADABLE,
    /** The document asked to live forever. */
    ASKED_FOREVER,
    /** There is text where the rule looks, perhaps of a date. */
    STRING_WHERE_DATE,
    /** There is a number, perhaps of seconds or milliseconds. */
    NUMBER_WHERE_DATE,
    /** There is a number that is none. */
    NAN_WHERE_DATE,
    /** There is null. */
    NULL_WHERE_DATE,
    /** There is something else. */
    NO_DATE,
    /** There is nothing. */
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
