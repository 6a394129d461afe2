package dev.mayfly.face.mongo.command;

import dev.mayfly.base.clock.Timers;
import dev.mayfly.base.document.BsonView;
import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import dev.mayfly.face.mongo.failpoint.FailPoint;
import dev.mayfly.face.mongo.failpoint.FailureSpec;
import dev.mayfly.face.mongo.language.run.OperationContext;
import dev.mayfly.face.mongo.session.ConnectionState;
import dev.mayfly.face.mongo.wire.Reply;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonType;
import org.bson.BsonValue;

/** Causes the failure that a client has set a fail point for. Created for a request only while one is set. */
public final class ProvokedFailure {
    private static final int CLOSED = 50985;
    private static final String WRITE_CONCERN_ERROR = "writeConcernError";

    /** Interval at which a blocked request checks whether it may continue to wait. */
    private static final long LOOK_MILLIS = 50;

    private final MongoCommand command;
    private final CommandRequest request;
    private final MongoServices services;
    private final ConnectionState state;

    public ProvokedFailure(
            MongoCommand command, CommandRequest request, MongoServices services, ConnectionState state) {
        this.command = command;
        this.request = request;
        this.services = services;
        this.state = state;
    }

    /** Before the command is carried out. */
    public void beforeCommand() {
        FailureSpec spec = services.failPoints().command().reach(isConcerned().and(FailureSpec::endsRequest));
        if (spec != null) {
            fail(spec, "Failing command via 'failCommand' failpoint");
        }
    }

    /** When a getMore has its cursor. */
    public void withCursor() {
        FailPoint point = services.failPoints().getMore();
        FailureSpec spec = point.reach(each -> isForClient(each) && isForNamespace(each));
        if (spec != null) {
            fail(spec, "Hit the 'failGetMoreAfterCursorCheckout' failpoint");
        }
    }

    /** Adds a write concern error to the answer of a command that was carried out. */
    public Reply afterCommand(Reply reply) {
        FailureSpec spec = reply.isOk() && takesWriteConcern()
                ? services.failPoints().command().reach(isConcerned().and(each -> each.writeConcernError() != null))
                : null;
        BsonDocument error = spec == null ? null : spec.writeConcernError();
        if (spec == null || error == null) {
            return reply;
        }
        BsonDocument shown = error.clone();
        int code = error.isNumber("code") ? error.getNumber("code").intValue() : 0;
        shown.putIfAbsent("codeName", new BsonString(MongoCode.nameOf(code)));
        List<String> given = spec.labels();
        List<String> labels = given == null ? new ErrorLabels(command, request).ofWriteConcern(code) : given;
        return reply.adding(fields -> {
            fields.value(WRITE_CONCERN_ERROR, shown);
            CommandError.append(labels, fields);
        });
    }

    /** Before a retryable write of this connection changes a document. */
    static void beforeNumberedWrite(MongoServices services, ConnectionState state) {
        FailureSpec spec = services.failPoints().numberedWrite().reach(_ -> true);
        if (spec == null) {
            return;
        }
        if (!Boolean.FALSE.equals(spec.closesConnection())) {
            state.hangUp();
        }
        Integer code = spec.beforeCommitCode();
        if (code != null) {
            throw new CommandError(
                    code,
                    MongoCode.nameOf(code),
                    "Failing write due to the 'onPrimaryTransactionalWrite' failpoint. The write must not be reflected.");
        }
    }

    private void fail(FailureSpec spec, String words) {
        if (Boolean.TRUE.equals(spec.closesConnection())) {
            state.hangUp();
            throw new CommandError(CLOSED, words);
        }
        block(spec.blockMillis());
        Integer code = spec.errorCode();
        if (code != null) {
            CommandError error = new CommandError(code, MongoCode.nameOf(code), words);
            List<String> labels = spec.labels();
            throw labels == null ? error : error.labelled(labels);
        }
    }

    private void block(long millis) {
        if (millis == 0) {
            return;
        }
        CountDownLatch isOver = new CountDownLatch(1);
        Timers.Timer timer = services.machineTimers().schedule(Duration.ofMillis(millis), isOver::countDown);
        try {
            while (!isOver.await(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
                OperationContext.current().check();
            }
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
        } finally {
            timer.cancel();
        }
        OperationContext.current().check();
    }

    private Predicate<FailureSpec> isConcerned() {
        return spec -> isNamed(spec) && isForClient(spec) && isForNamespace(spec);
    }

    private boolean isNamed(FailureSpec spec) {
        if (command.name().equals(CommandNames.CONFIGURE_FAIL_POINT)) {
            return false;
        }
        return spec.ofAllCommands()
                || spec.commands().contains(command.name())
                || command.aliases().stream().anyMatch(spec.commands()::contains);
    }

    private boolean isForClient(FailureSpec spec) {
        String application = spec.application();
        return application == null
                || state.applicationName()
                        .filter(BsonValue::isString)
                        .filter(name -> name.asString().getValue().equals(application))
                        .isPresent();
    }

    private boolean isForNamespace(FailureSpec spec) {
        return spec.namespace() == null || spec.namespace().equals(request.database() + "." + collection());
    }

    private String collection() {
        BsonView named =
                command.name().equals(CommandNames.GET_MORE) ? request.body().field("collection") : request.argument();
        return named != null && CommandRequest.typeOf(named) == BsonType.STRING ? named.stringValue() : "";
    }

    private boolean takesWriteConcern() {
        return switch (command.access()) {
            case WRITE, MANAGE, MANAGE_USERS -> true;
            case READ -> command.name().equals(CommandNames.AGGREGATE);
            case ANYONE, LOGGED_IN, PROFILE, MONITOR, MANAGE_SERVER -> CommandNames.endsTransaction(command);
        };
    }
}
