package dev.mayfly.engine.catalog;

import dev.mayfly.base.document.FieldPath;

/**
 * The property that a queue is about, and the instant from which its lifetime counts.
 *
 * @param path of the property
 */
public record PropertyTerm(FieldPath path, Start start) {
    /** The instant from which the lifetime of a property counts. */
    public enum Start {
        /** The date at the queue's path; in JSON, which has no dates, seconds since the epoch. */
        DATE,
        /** The last write of the document. */
        DOCUMENT_WRITTEN,
        /** The last write by which the property became what it is. */
        PROPERTY_SET,
        /** An instant that each document says of itself, in its face's form, until the property is set after it. */
        OWN
    }

    /** The number under which documents keep when the property was set. */
    public int number() {
        return path.dotted().hashCode();
    }
}
