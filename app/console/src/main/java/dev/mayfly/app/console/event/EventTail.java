package dev.mayfly.app.console.event;

import dev.mayfly.engine.event.Event;
import dev.mayfly.engine.event.EventLog;
import dev.mayfly.engine.event.EventPage;
import dev.mayfly.engine.event.EventPosition;
import dev.mayfly.engine.event.EventProgress;
import dev.mayfly.engine.event.EventScope;
import java.util.ArrayList;
import java.util.List;

/** The last events of a log, which is read forward only: looks behind ever earlier versions until there are enough. */
final class EventTail {
    private static final long VERSIONS = 512;
    private static final int STEP = 16;
    private static final int PAGE_EVENTS = 1_000;

    /** The pages that are read behind one version: what a large sweep announces at once is passed over. */
    private static final int PAGES_MAX = 20;

    private EventTail() {}

    /** Returns the last events, the latest first. */
    static List<Event> of(EventLog log, EventScope scope, int most) {
        long now = log.now(scope).position().version();
        EventProgress oldest = log.oldest(scope);
        for (long back = VERSIONS; ; back *= STEP) {
            EventPosition wanted = EventPosition.behind(Math.max(0, now - back));
            boolean isAll = back >= now || wanted.compareTo(oldest.position()) <= 0;
            List<Event> found = behind(log, scope, isAll ? oldest : EventProgress.at(wanted));
            if (isAll || found.size() >= most) {
                return List.copyOf(found.subList(Math.max(0, found.size() - most), found.size())
                        .reversed());
            }
        }
    }

    private static List<Event> behind(EventLog log, EventScope scope, EventProgress from) {
        List<Event> last = new ArrayList<>();
        EventProgress after = from;
        for (int page = 0; page < PAGES_MAX; page++) {
            EventPage read = log.read(scope, after, PAGE_EVENTS);
            // The page before is enough behind a page that is not full.
            if (last.size() > PAGE_EVENTS) {
                last.subList(0, last.size() - PAGE_EVENTS).clear();
            }
            last.addAll(read.events());
            if (read.isLast()) {
                break;
            }
            after = read.next();
        }
        return last;
    }
}
