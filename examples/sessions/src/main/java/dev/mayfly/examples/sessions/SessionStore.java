package dev.mayfly.examples.sessions;

import java.time.Clock;
import java.util.Optional;
import java.util.UUID;
import org.springframework.stereotype.Service;

/** Logs in, and recognizes who has. That old sessions go is left to the database. */
@Service
public class SessionStore {
    private final SessionRepository sessions;
    private final Clock clock;

    public SessionStore(SessionRepository sessions, Clock clock) {
        this.sessions = sessions;
        this.clock = clock;
    }

    public Session logIn(String user) {
        return sessions.insert(new Session(UUID.randomUUID().toString(), user, clock.instant()));
    }

    /** The session of a request, which lives on from now; empty when it is over. */
    public Optional<Session> seen(String id) {
        return sessions.touch(id, clock.instant()) == 0 ? Optional.empty() : sessions.findById(id);
    }

    public void logOut(String id) {
        sessions.deleteById(id);
    }

    /** In how many places somebody is logged in. */
    public long places(String user) {
        return sessions.countByUser(user);
    }
}
