package dev.mayfly.face.mongo.dispatch;

import dev.mayfly.base.document.BsonEncoding;
import dev.mayfly.base.document.BsonView;
import dev.mayfly.base.query.MemoryLimitExceeded;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoErrors;
import dev.mayfly.face.mongo.command.CommandRequest;
import dev.mayfly.face.mongo.command.MongoServices;
import dev.mayfly.face.mongo.language.error.QueryException;
import dev.mayfly.face.mongo.language.run.OperationContext;
import dev.mayfly.face.mongo.session.ConnectionState;
import dev.mayfly.face.mongo.session.Role;
import dev.mayfly.face.mongo.session.ScramSecrets;
import dev.mayfly.face.mongo.session.User;
import dev.mayfly.face.mongo.session.UserName;
import dev.mayfly.face.mongo.wire.Compressor;
import dev.mayfly.face.mongo.wire.Reply;
import dev.mayfly.face.mongo.wire.WireForm;
import dev.mayfly.face.mongo.wire.WireMessage;
import dev.mayfly.face.transport.connection.InnerConnection;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.RawBsonDocument;
import org.jspecify.annotations.Nullable;

/**
 * Runs commands for the server itself, which may do everything and needs no socket. The caller is responsible for
 * authorization. Safe for concurrent use.
 */
public final class InnerClient {
    private static final WireForm FORM = new WireForm(0, false, "", Compressor.NONE, false);
    private static final String ADMIN = "admin";

    private final MongoServices services;
    private final CommandTable commands = MongoCommands.table(false, false);
    private final @Nullable User everything;

    public InnerClient(MongoServices services) {
        this.services = services;
        this.everything = services.settings().authRequired() ? everything() : null;
    }

    /** Nobody can log in as this user: no password has this secret. */
    private static User everything() {
        return new User(
                new UserName(ADMIN, "mayfly"),
                ScramSecrets.ofNoPassword(),
                List.of(new Role("root", ADMIN)),
                new BsonDocument());
    }

    /**
     * The answer to a command, be it one of success or not.
     *
     * @param command its name first, and with {@code $db}
     */
    public BsonDocument run(BsonDocument command) {
        ConnectionState state = new ConnectionState(InnerConnection.INSTANCE);
        User user = everything;
        if (user != null) {
            state.loggedIn(user);
        }
        BsonView body = BsonView.of(BsonEncoding.encode(command));
        WireMessage message = new WireMessage(FORM, false, body, List.of());
        try (OperationContext run = services.beginRun(body, false)) {
            return new RawBsonDocument(run.during(() -> reply(message, state)).body());
        }
    }

    private Reply reply(WireMessage message, ConnectionState state) {
        try {
            CommandRequest request = CommandRequest.of(message);
            return commands.run(commands.find(request), request, services, state);
        } catch (CommandError e) {
            return e.reply();
        } catch (QueryException e) {
            return MongoErrors.of(e).reply();
        } catch (MemoryLimitExceeded e) {
            return MongoErrors.of(e).reply();
        } catch (EngineException e) {
            return MongoErrors.of(e.error()).reply();
        }
    }
}
