package dev.mayfly.face.couchbase.language.date;

import java.time.ZonedDateTime;

/** One element of a date format: a number, a name, a zone, or the text between them. Immutable. */
interface FormatElement {
    /** The result of {@link #read} if the text does not match. */
    int MISMATCH = -1;

    /** Reads what stands at this index, which lies inside of the text, and returns the index behind it. */
    int read(String text, int at, DateFields into);

    void write(ZonedDateTime date, StringBuilder out);
}
