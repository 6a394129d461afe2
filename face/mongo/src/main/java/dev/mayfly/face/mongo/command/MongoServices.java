package dev.mayfly.face.mongo.command;

import dev.mayfly.base.clock.Clock;
import dev.mayfly.base.clock.Timers;
import dev.mayfly.face.mongo.session.Authentication;
import dev.mayfly.face.mongo.session.Sessions;
import dev.mayfly.face.mongo.session.UserStore;

/** What all connections of one Mongo face share. Safe for concurrent use. */
public final class MongoServices implements AutoCloseable {
    private final MongoSettings settings;
    private final Clock deadlines;
    private final Sessions sessions;
    private final Authentication authentication;
    private final ServerParameters parameters;

    /**
     * Everything here but deadlines is measured by the machine's clock.
     *
     * @param deadlines the clock of documents
     * @param machine the clock of timeouts
     * @param timers of the same machine
     */
    public MongoServices(MongoSettings settings, Clock deadlines, Clock machine, Timers timers, UserStore users) {
        this.settings = settings;
        this.deadlines = deadlines;
        this.sessions = new Sessions(machine, timers);
        this.authentication = new Authentication(users, machine, timers);
        this.parameters = ServerParameters.standard();
    }

    public MongoSettings settings() {
        return settings;
    }

    public Clock deadlines() {
        return deadlines;
    }

    public Sessions sessions() {
        return sessions;
    }

    public Authentication authentication() {
        return authentication;
    }

    public ServerParameters parameters() {
        return parameters;
    }

    @Override
    public void close() {
        sessions.close();
    }
}
