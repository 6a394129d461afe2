package dev.mayfly.face.mongo.session;

import dev.mayfly.engine.Collection;
import dev.mayfly.face.mongo.write.StatementLog;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The sessions that number what they do. There are no more of them than logical sessions. Safe for concurrent use. */
public final class NumberedSessions {
    private final Map<SessionId, NumberedSession> sessions = new ConcurrentHashMap<>();

    public NumberedSession of(SessionId session) {
        return sessions.computeIfAbsent(session, NumberedSession::new);
    }

    /** Takes over what earlier processes have kept; each session goes on as if it had been used just now. */
    public void restore(List<Collection> collections, LogicalSessions logical) {
        for (Collection collection : collections) {
            collection.receipts((id, body) -> {
                SessionId session = NumberedSession.ofReceipt(id);
                logical.use(session);
                of(session).restore(collection, StatementLog.Kept.fromBytes(body));
            });
        }
    }

    void end(SessionId session) {
        NumberedSession ended = sessions.remove(session);
        if (ended != null) {
            ended.end();
        }
    }
}
