package dev.mayfly.test.testkit;

import dev.mayfly.engine.Announcement;
import dev.mayfly.engine.ExpiryListener;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** What a server has announced as expired since it was started. Safe for concurrent use. */
public final class MayflyEvents implements ExpiryListener {
    private final List<Expired> expired = new CopyOnWriteArrayList<>();

    MayflyEvents() {}

    /**
     * One document that expired.
     *
     * @param collection such as {@code app.sessions}
     * @param deadline when it died
     * @param announcedAt when the server said so
     */
    public record Expired(String collection, Instant deadline, Instant announcedAt) {}

    @Override
    public void announced(Announcement announcement) {
        String collection = announcement.collection().database() + "."
                + announcement.collection().collection();
        expired.add(new Expired(
                collection, Instant.ofEpochMilli(announcement.deadline()), Instant.ofEpochMilli(announcement.at())));
    }

    /** All of them, in the order of announcement. */
    public List<Expired> expired() {
        return List.copyOf(expired);
    }

    /** Those of one collection, such as {@code app.sessions}. */
    public List<Expired> expired(String collection) {
        return expired.stream()
                .filter(one -> one.collection().equals(collection))
                .toList();
    }
}
