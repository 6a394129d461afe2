package dev.mayfly.app.console.api;

import com.fasterxml.jackson.annotation.JsonRawValue;
import dev.mayfly.app.console.text.LifetimeText;
import dev.mayfly.app.console.view.InstantView;
import dev.mayfly.app.console.view.RuleNames;
import dev.mayfly.engine.expiry.Deadlines;
import dev.mayfly.engine.read.Document;
import dev.mayfly.engine.read.ReadView;
import dev.mayfly.face.api.KeyReader;
import org.jspecify.annotations.Nullable;

/**
 * A live document.
 *
 * @param id as a path takes it
 * @param deadline the instant of its expiry, or null
 * @param timeLeftMillis until then, or null
 * @param rule the rule that decides the deadline, or null
 * @param lifetime the lifetime that the document itself sets
 * @param bytes as stored
 * @param document in the notation of its face, or null if it is not JSON or not complete
 * @param text the beginning, if it is not complete
 * @param base64 the bytes, if it is not JSON
 */
public record DocumentView(
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
    /** The whole of a document as text from which the same one can be written again. */
    static DocumentView exact(ReadView reading, Document document, KeyReader keys) {
        DocumentView plain = of(reading, document, keys, 0);
        String text = DocumentText.exact(document.body(), reading.record().format());
        return text == null
                ? of(reading, document, keys, DocumentText.WHOLE)
                : new DocumentView(
                        plain.id,
                        plain.deadline,
                        plain.timeLeftMillis,
                        plain.rule,
                        plain.lifetime,
                        plain.modified,
                        plain.version,
                        plain.bytes,
                        null,
                        text,
                        null);
    }

    /** @param most characters of its content */
    public static DocumentView of(ReadView reading, Document document, KeyReader keys, int most) {
        DocumentText text = DocumentText.of(document, reading.record().format(), most);
        long deadline = document.deadline();
        boolean dies = deadline != Deadlines.NO_DEADLINE;
        int queue = dies ? document.decidingQueue(reading) : 0;
        return new DocumentView(
                keys.write(document.key()),
                InstantView.of(deadline),
                dies ? Math.subtractExact(deadline, reading.now()) : null,
                queue == 0 ? null : RuleNames.of(reading.record(), queue),
                LifetimeText.words(document.stamp().lifetime()),
                InstantView.of(document.stamp().modified()),
                document.version(),
                document.storedBytes(),
                text.json(),
                text.beginning(),
                text.base64());
    }
}
