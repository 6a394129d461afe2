package dev.mayfly.app.console.event;

import dev.mayfly.app.console.error.AdminException;
import dev.mayfly.app.console.http.Queries;
import dev.mayfly.app.console.webhook.EventWords;
import dev.mayfly.engine.event.EventLog;
import dev.mayfly.engine.event.EventProgress;
import dev.mayfly.engine.event.EventScope;
import dev.mayfly.face.transport.http.HttpRequest;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The events that a request asks for. */
record EventQuery(EventScope scope, boolean documents) {
    static EventQuery of(HttpRequest request) {
        List<String> collections = request.query().getOrDefault("collection", List.of());
        List<String> reasons = request.query().getOrDefault("reason", List.of());
        String documents = Queries.word(request, "document", "false", List.of("true", "false"));
        return new EventQuery(scope(collections, reasons), documents.equals("true"));
    }

    /** Parses the scope as users write it; throws a refusal if it is invalid. */
    static EventScope scope(List<String> collections, List<String> reasons) {
        try {
            return EventWords.scope(collections, reasons);
        } catch (IllegalArgumentException wrong) {
            throw AdminException.badRequest(String.valueOf(wrong.getMessage()));
        }
    }

    /**
     * Returns the progress that a token stands for, or one of the words {@code now} and {@code oldest}.
     *
     * @param scope of the events that are read
     */
    static EventProgress progress(EventLog log, EventScope scope, @Nullable String token, String otherwise) {
        String text = token == null || token.isEmpty() ? otherwise : token;
        return switch (text) {
            case "now" -> log.now(scope);
            case "oldest" -> EventProgress.START;
            default -> EventTokens.progress(text);
        };
    }
}
