package dev.mayfly.examples.sessions;

import static org.springframework.data.mongodb.core.query.Criteria.where;

import java.time.Clock;
import java.util.Optional;
import java.util.UUID;
import org.springframework.data.mongodb.core.MongoTemplate;
import org.springframework.data.mongodb.core.index.IndexResolver;
import org.springframework.data.mongodb.core.query.Query;
import org.springframework.data.mongodb.core.query.Update;

/** The sessions of a web application. That old ones go is left to the database. */
public final class SessionStore {
    private final MongoTemplate mongo;
    private final Clock clock;

    public SessionStore(MongoTemplate mongo, Clock clock) {
        this.mongo = mongo;
        this.clock = clock;
        IndexResolver.create(mongo.getConverter().getMappingContext())
                .resolveIndexFor(Session.class)
                .forEach(mongo.indexOps(Session.class)::ensureIndex);
    }

    public Session logIn(String user) {
        return mongo.insert(new Session(UUID.randomUUID().toString(), user, clock.instant()));
    }

    /** The session of a request, which lives on from now; empty when it is over. */
    public Optional<Session> seen(String id) {
        Query byId = Query.query(where("_id").is(id));
        Update seenNow = Update.update("lastSeen", clock.instant());
        return Optional.ofNullable(mongo.findAndModify(byId, seenNow, Session.class));
    }

    public long loggedIn() {
        return mongo.count(new Query(), Session.class);
    }
}
