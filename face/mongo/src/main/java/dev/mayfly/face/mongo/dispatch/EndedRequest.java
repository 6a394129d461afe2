package dev.mayfly.face.mongo.dispatch;

import dev.mayfly.base.document.BsonView;
import dev.mayfly.face.mongo.command.CommandRequest;
import dev.mayfly.face.mongo.command.MongoCommand;
import dev.mayfly.face.mongo.command.MongoServices;
import dev.mayfly.face.mongo.command.Profiler;
import dev.mayfly.face.mongo.command.ShownOperation;
import dev.mayfly.face.mongo.command.diagnostic.ProfileEntry;
import dev.mayfly.face.mongo.language.run.ExecutionStats;
import dev.mayfly.face.mongo.language.run.OperationContext;
import dev.mayfly.face.mongo.session.ConnectionState;
import dev.mayfly.face.mongo.session.Operation;
import dev.mayfly.face.mongo.wire.Reply;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A command that has been carried out and may have to be written down. */
record EndedRequest(
        MongoServices services,
        ConnectionState state,
        MongoCommand command,
        CommandRequest request,
        Operation operation) {
    /** Writes it down if the profiler wants it, each statement for itself if they were counted so. */
    void profile(@Nullable OperationContext run, Reply reply, long nanos) {
        if (!isAboutData()) {
            return;
        }
        Profiler profiler = services.profiler();
        ProfileEntry entry =
                new ProfileEntry(state, operation, reply, services.deadlines().wallMillis());
        if (run == null || run.statements().isEmpty()) {
            profiler.take(request.database(), nanos, () -> entry.ofCommand(run, nanos));
            return;
        }
        List<BsonView> statements =
                request.documents(command.name().equals(ShownOperation.UPDATE) ? "updates" : "deletes");
        for (ExecutionStats stats : run.statements()) {
            profiler.take(
                    request.database(),
                    stats.nanos(),
                    () -> entry.ofStatement(statements.get(stats.statement()), stats));
        }
    }

    /** Returns whether the request concerns data; logins, sessions and monitoring do not. */
    private boolean isAboutData() {
        return switch (command.access()) {
            case READ, WRITE, MANAGE -> true;
            case ANYONE, LOGGED_IN, PROFILE, MANAGE_USERS, MONITOR, MANAGE_SERVER -> false;
        };
    }
}
