package dev.mayfly.app.console.event;

import dev.mayfly.app.console.error.AdminException;
import dev.mayfly.app.console.http.ApiAnswers;
import dev.mayfly.app.console.http.Page;
import dev.mayfly.app.console.http.Queries;
import dev.mayfly.engine.event.EventLog;
import dev.mayfly.engine.event.EventPage;
import dev.mayfly.engine.event.EventProgress;
import dev.mayfly.engine.event.EventScope;
import dev.mayfly.face.transport.http.HttpRequest;
import dev.mayfly.face.transport.http.HttpResponse;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The routes of the events of expiry, as they happen or page by page. */
public final class EventRoutes {
    private static final String STREAM = "text/event-stream; charset=utf-8";

    private final EventLog log;
    private final EventStreams streams;
    private final EventView.Maker views;

    EventRoutes(EventLog log, EventStreams streams, EventView.Maker views) {
        this.log = log;
        this.streams = streams;
        this.views = views;
    }

    /** Returns the parameters by which events are followed. */
    public static String[] followingParameters() {
        return new String[] {"collection", "reason", "from", "document"};
    }

    /** Returns the parameters by which events are listed. */
    public static String[] listingParameters() {
        return new String[] {"collection", "reason", "document", "limit", "after", "order"};
    }

    /**
     * Some events.
     *
     * @param next what to ask for to go on at once; null if there is nothing more at present
     * @param position what to ask for later
     */
    record EventList(List<EventView> items, @Nullable String next, String position) {}

    public HttpResponse follow(HttpRequest request) {
        requireLog();
        EventQuery wanted = EventQuery.of(request);
        String last = request.field("Last-Event-ID");
        EventProgress from =
                EventQuery.progress(log, wanted.scope(), last == null ? request.queryValue("from") : last, "now");
        if (!log.reaches(wanted.scope(), from)) {
            return tooOld(wanted.scope());
        }
        streams.requireRoom();
        return ApiAnswers.guarded(HttpResponse.streamed(200, STREAM, stream -> streams.run(wanted, from, stream)));
    }

    public HttpResponse list(HttpRequest request) {
        requireLog();
        EventQuery wanted = EventQuery.of(request);
        int limit = Queries.number(request, "limit", Page.LIMIT, 1, Page.LIMIT_MAX);
        if (Queries.word(request, "order", "oldest", List.of("oldest", "latest"))
                .equals("latest")) {
            List<EventView> latest = EventTail.of(log, wanted.scope(), limit).stream()
                    .map(event -> views.view(event, wanted.documents()))
                    .toList();
            return ApiAnswers.json(200, new EventList(latest, null, EventTokens.of(log.now(wanted.scope()))));
        }
        EventProgress after = EventQuery.progress(log, wanted.scope(), request.queryValue("after"), "oldest");
        if (!log.reaches(wanted.scope(), after)) {
            return tooOld(wanted.scope());
        }
        EventPage page = log.read(wanted.scope(), after, limit);
        List<EventView> items = page.events().stream()
                .map(event -> views.view(event, wanted.documents()))
                .toList();
        String position = EventTokens.of(page.next());
        return ApiAnswers.json(200, new EventList(items, page.isLast() ? null : position, position));
    }

    private void requireLog() {
        if (!log.isKept()) {
            throw new AdminException(409, "events_off", "no events are kept; set events.retain");
        }
    }

    private HttpResponse tooOld(EventScope scope) {
        Gone gone = new Gone(
                "events_gone", "the events behind this token are not kept any more", EventTokens.of(log.oldest(scope)));
        return ApiAnswers.json(410, Map.of("error", gone));
    }

    /** @param oldest from where events are kept */
    private record Gone(String code, String message, String oldest) {}
}
