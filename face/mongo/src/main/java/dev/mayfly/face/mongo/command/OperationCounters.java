package dev.mayfly.face.mongo.command;

import static dev.mayfly.face.mongo.command.OperationKind.CHANGE;
import static dev.mayfly.face.mongo.command.OperationKind.FIND_AND_MODIFY;
import static dev.mayfly.face.mongo.command.OperationKind.GET_MORE;
import static dev.mayfly.face.mongo.command.OperationKind.QUERY;
import static dev.mayfly.face.mongo.command.OperationKind.QUESTION;
import static dev.mayfly.face.mongo.command.OperationKind.READ;

import dev.mayfly.face.mongo.wire.BsonBuilder;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;

/**
 * Numbers of operations that clients have requested since the start. Writes are counted by document and statement, all
 * others by command. Safe for concurrent use.
 */
public final class OperationCounters {
    private static final Set<OperationKind> COMMANDS = EnumSet.of(READ, FIND_AND_MODIFY, QUESTION, CHANGE);

    private final LongAdder inserts = new LongAdder();
    private final LongAdder updates = new LongAdder();
    private final LongAdder deletes = new LongAdder();
    private final Usage server;

    /** @param server all commands by kind */
    OperationCounters(Usage server) {
        this.server = server;
    }

    public void inserts(int documents) {
        inserts.add(documents);
    }

    public void update() {
        updates.increment();
    }

    public void delete() {
        deletes.increment();
    }

    public void appendTo(BsonBuilder reply) {
        reply.startDocument("opcounters")
                .int64("insert", inserts.sum())
                .int64("query", server.sum(Set.of(QUERY)).count())
                .int64("update", updates.sum())
                .int64("delete", deletes.sum())
                .int64("getmore", server.sum(Set.of(GET_MORE)).count())
                .int64("command", server.sum(COMMANDS).count())
                .end();
    }
}
