package dev.mayfly.examples.code;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Updates.combine;
import static com.mongodb.client.model.Updates.set;
import static com.mongodb.client.model.Updates.unset;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import java.time.Clock;
import java.time.Duration;
import java.util.Date;
import java.util.List;
import java.util.UUID;
import org.bson.Document;

/** Sessions that are confirmed by a code. That old codes and old sessions go is left to the database. */
public final class LoginStore {
    static final Duration CODE_LIVES = Duration.ofMinutes(5);
    static final Duration SESSION_LIVES = Duration.ofDays(1);

    private final MongoCollection<Document> sessions;
    private final Clock clock;

    public LoginStore(MongoDatabase database, Clock clock) {
        this.sessions = database.getCollection("sessions");
        this.clock = clock;
        Document code = new Document("key", new Document("code", 1))
                .append("name", "code")
                .append("expireAfterSeconds", CODE_LIVES.toSeconds())
                .append("mayfly", new Document("property", "code"));
        Document seen = new Document("key", new Document("seen", 1))
                .append("name", "seen")
                .append("expireAfterSeconds", SESSION_LIVES.toSeconds());
        database.runCommand(new Document("createIndexes", "sessions").append("indexes", List.of(code, seen)));
    }

    /** Begins a session that is to be confirmed by a code; answers its id. */
    public String begin(String user, String code) {
        String id = UUID.randomUUID().toString();
        sessions.insertOne(new Document("_id", id)
                .append("user", user)
                .append("code", code)
                .append("seen", now()));
        return id;
    }

    /** Answers whether the code is the session's, which is confirmed from then on; a code is good once. */
    public boolean confirm(String id, String code) {
        return sessions.updateOne(
                                and(eq("_id", id), eq("code", code)),
                                combine(set("confirmed", true), set("seen", now()), unset("code")))
                        .getModifiedCount()
                == 1;
    }

    /** Sends another code; the one before is good no longer. */
    public boolean renew(String id, String code) {
        return sessions.updateOne(eq("_id", id), set("code", code)).getMatchedCount() == 1;
    }

    /** Notes a request, with which the session lives on; answers whether it does live. */
    public boolean seen(String id) {
        return sessions.updateOne(eq("_id", id), set("seen", now())).getMatchedCount() == 1;
    }

    public boolean isConfirmed(String id) {
        return sessions.countDocuments(and(eq("_id", id), eq("confirmed", true))) == 1;
    }

    private Date now() {
        return Date.from(clock.instant());
    }
}
