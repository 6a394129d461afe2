package dev.mayfly.test.testkit;

import dev.mayfly.test.testkit.CollectionNames.FullName;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The events that the server has announced since it was started. Safe for concurrent use. */
public final class MayflyEvents {
    private static final int PAGE = 1_000;

    private final AdminClient admin;
    private final CollectionNames names;
    private final List<Expired> known = new ArrayList<>();
    private String position = "";

    MayflyEvents(AdminClient admin, CollectionNames names) {
        this.admin = admin;
        this.names = names;
    }

    /**
     * One document that expired.
     *
     * @param collection such as {@code app.sessions}
     * @param id as its face's clients write it, in Extended JSON where they have types
     * @param rule what the rule is called that decided: the name of an index, or one of {@code default}, {@code lifetime},
     *     {@code end}
     * @param deadline when it died
     * @param announcedAt when the server said so
     */
    public record Expired(
            String collection, String id, ExpiryReason reason, String rule, Instant deadline, Instant announcedAt) {
        static Expired of(JsonTree event) {
            return new Expired(
                    FullName.of(event).called(),
                    event.text("key"),
                    ExpiryReason.valueOf(event.text("reason").toUpperCase(Locale.ROOT)),
                    event.text("rule"),
                    event.instant("deadline").orElseThrow(),
                    event.instant("announcedAt").orElseThrow());
        }
    }

    /** All of them, in the order of announcement. */
    public synchronized List<Expired> expired() {
        boolean isLast = false;
        while (!isLast) {
            JsonTree page = admin.get("/api/v1/events/list"
                    + AdminClient.query(Map.of("after", position, "limit", Integer.toString(PAGE))));
            page.items("items").stream()
                    .filter(event -> event.text("kind").equals("expired"))
                    .map(Expired::of)
                    .forEach(known::add);
            isLast = page.text("next").isEmpty();
            position = isLast ? page.text("position") : page.text("next");
        }
        return List.copyOf(known);
    }

    /** Those of one collection, such as {@code app.sessions}. */
    public List<Expired> expired(String collection) {
        return expired().stream()
                .filter(one -> one.collection().equals(collection))
                .toList();
    }

    /** Those of one document. */
    List<Expired> expired(String collection, Object id) {
        List<Expired> all = expired(collection);
        if (all.isEmpty()) {
            return all;
        }
        FullName name = names.find(collection);
        return all.stream().filter(one -> name.isOf(one.id(), id)).toList();
    }
}
