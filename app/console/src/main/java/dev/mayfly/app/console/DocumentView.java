package dev.mayfly.app.console;

import com.fasterxml.jackson.annotation.JsonRawValue;
import dev.mayfly.engine.Document;
import dev.mayfly.engine.Reading;
import dev.mayfly.engine.expiry.Deadlines;
import org.jspecify.annotations.Nullable;

/**
 * A live document.
 *
 * @param id as a path takes it
 * @param deadline when it expires, or null
 * @param timeLeftMillis until then, or null
 * @param rule what decides that, or null
 * @param lifetime what it asked for itself
 * @param bytes as stored
 * @param document in the notation of its face, or null where it is no JSON or not whole
 * @param text the beginning, where it is not whole
 * @param base64 the bytes, where it is no JSON
 */
record DocumentView(
        String id,
        @Nullable InstantView deadline,
        @Nullable Long timeLeftMillis,
        @Nullable String rule,
        String lifetime,
        @Nullable InstantView modified,
        long version,
        int bytes,
        @JsonRawValue @Nullable String document,
        @Nullable String text,
        @Nullable String base64) {
    /** @param most characters of its content */
    static DocumentView of(Reading reading, Document document, KeyReader keys, int most) {
        DocumentText text = DocumentText.of(document, reading.record().format(), most);
        long deadline = document.deadline();
        boolean dies = deadline != Deadlines.NO_DEADLINE;
        int queue = dies ? document.decidingQueue(reading) : 0;
        return new DocumentView(
                keys.write(document.key()),
                InstantView.of(deadline),
                dies ? Math.subtractExact(deadline, reading.now()) : null,
                queue == 0 ? null : RuleNames.of(reading.record(), queue),
                Lifetimes.words(document.stamp().lifetime()),
                InstantView.of(document.stamp().modified()),
                document.version(),
                document.storedBytes(),
                text.json(),
                text.beginning(),
                text.base64());
    }
}
