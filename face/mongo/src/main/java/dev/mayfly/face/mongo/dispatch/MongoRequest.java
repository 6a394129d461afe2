package dev.mayfly.face.mongo.dispatch;

import dev.mayfly.base.document.BsonValidator;
import dev.mayfly.base.query.MemoryLimitExceeded;
import dev.mayfly.engine.audit.Actor;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import dev.mayfly.face.mongo.MongoErrors;
import dev.mayfly.face.mongo.collection.MongoCollections;
import dev.mayfly.face.mongo.command.CommandRequest;
import dev.mayfly.face.mongo.command.ErrorLabels;
import dev.mayfly.face.mongo.command.MongoCommand;
import dev.mayfly.face.mongo.command.MongoServices;
import dev.mayfly.face.mongo.command.NumberedCommand;
import dev.mayfly.face.mongo.command.ServerParameters;
import dev.mayfly.face.mongo.language.error.QueryException;
import dev.mayfly.face.mongo.language.run.OperationContext;
import dev.mayfly.face.mongo.session.ConnectionState;
import dev.mayfly.face.mongo.session.Operation;
import dev.mayfly.face.mongo.wire.InvalidMessageException;
import dev.mayfly.face.mongo.wire.MessageReader;
import dev.mayfly.face.mongo.wire.MongoFramer;
import dev.mayfly.face.mongo.wire.Reply;
import dev.mayfly.face.mongo.wire.WireForm;
import dev.mayfly.face.mongo.wire.WireMessage;
import dev.mayfly.face.transport.connection.Request;
import io.netty.buffer.ByteBuf;
import java.util.concurrent.atomic.AtomicInteger;
import org.bson.BsonType;
import org.jspecify.annotations.Nullable;

/** One frame on its way through a command. */
final class MongoRequest implements Request {
    /** A frame up to this size is read on the event loop, to see whether it may be answered there. */
    private static final int READ_AT_ONCE_BYTES = 16 << 10;

    private static final int UNPACKED_BYTES_BEFORE_LOGIN = 1 << 20;
    private static final AtomicInteger REPLY_IDS = new AtomicInteger();

    private final MongoServices services;
    private final CommandTable commands;
    private final ConnectionState state;
    private final byte[] frame;
    private final boolean isBounded;
    private @Nullable CommandRequest read;
    private @Nullable MongoCommand command;
    private @Nullable Refusal refusal;
    private @Nullable OperationContext run;
    private @Nullable SyncedReply delayed;
    private boolean hasBegun;
    private boolean isRunApart;

    MongoRequest(MongoServices services, CommandTable commands, ConnectionState state, byte[] frame) {
        this.services = services;
        this.commands = commands;
        this.state = state;
        this.frame = frame;
        this.isBounded = !services.failPoints().isAnySet()
                && frame.length <= READ_AT_ONCE_BYTES
                && !MessageReader.isCompressed(frame)
                && isBoundedOnceRead();
    }

    @Override
    public boolean isBounded() {
        return isBounded;
    }

    private boolean isBoundedOnceRead() {
        read();
        return refusal != null
                || (command != null
                        && read != null
                        && !services.profiler().watches(read.database())
                        && isBounded(command, read));
    }

    /**
     * Reading a view may be anything, a document of a capped collection waits for its turn, and a numbered command may
     * have to wait for another of its session.
     */
    private boolean isBounded(MongoCommand found, CommandRequest request) {
        return found.isBounded(request)
                && !NumberedCommand.waits(request, services, state)
                && (CommandRequest.typeOf(request.argument()) != BsonType.STRING
                        || services.collections()
                                .isPlain(request.database(), request.argument().stringValue()));
    }

    /** Reads the request; a failure is kept, to be answered in its turn. */
    private void read() {
        WireMessage message;
        try {
            message = MessageReader.read(frame, unpackedBytesMax());
        } catch (InvalidMessageException e) {
            refusal = new Refusal(refusalOf(e), e.form(), e.isAnswered());
            return;
        }
        try {
            read = CommandRequest.of(message);
            read.setSyncedByDefault(services.defaultConcerns().isSynced());
            command = commands.find(read);
        } catch (CommandError e) {
            refusal = new Refusal(e, message.form(), !message.moreToCome());
        }
    }

    /** A bounded write has one statement; one with a number has been noted in its session. */
    @Override
    public boolean mayBeginAgain() {
        return read != null && read.body().field("txnNumber") == null;
    }

    @Override
    public String operation() {
        return command == null ? "refused" : command.name();
    }

    @Override
    public void run() {
        try {
            carryOut();
        } finally {
            OperationContext ended = run;
            if (ended != null) {
                // Not before the answer is handed over: until then it is held.
                ended.close();
            }
        }
    }

    private void carryOut() {
        if (hasBegun) {
            isRunApart = true;
        } else {
            hasBegun = true;
            state.received(frame.length);
        }
        if (read == null && refusal == null) {
            read();
        }
        if (refusal != null) {
            if (refusal.isAnswered) {
                answer(refusal.error.reply(), refusal.form, true);
            }
        } else if (read != null && command != null) {
            if (!services.settings().authRequired()) {
                state.connection().loggedIn();
            }
            read.setDelaysAnswer(isBounded && !isRunApart);
            tracked(command, read);
        }
    }

    private void answer(MongoCommand done, CommandRequest request, Reply given) {
        Reply reply = services.settings().replicaSet() == null ? given : SetReply.complete(given, request, services);
        if (!request.message().moreToCome() && !state.isHungUp()) {
            answer(reply, request.message().form(), !done.isSecret());
        }
    }

    @Override
    public @Nullable DelayedAnswer delayed() {
        return delayed;
    }

    /** The reply to a command that has written what is not synced yet. */
    private final class SyncedReply implements DelayedAnswer {
        private final EndedRequest ended;
        private final Reply reply;
        private volatile @Nullable Throwable failure;

        SyncedReply(EndedRequest ended, Reply reply) {
            this.ended = ended;
            this.reply = reply;
        }

        @Override
        public void begin(Runnable done) {
            services.collections().engine().beginSync(why -> {
                failure = why;
                done.run();
            });
        }

        @Override
        public void give() {
            state.operation(null);
            count(ended, null, reply);
            answer(ended.command(), ended.request(), outcome());
        }

        private Reply outcome() {
            return switch (failure) {
                case null -> reply;
                case EngineException why -> refused(MongoErrors.of(why.error()), ended.command(), ended.request());
                case RuntimeException why -> throw why;
                case Error why -> throw why;
                case Throwable why -> throw new IllegalStateException("the sync has failed", why);
            };
        }
    }

    /**
     * Runs the command where other connections can see and count it, and answers, now or when its writes are synced; a
     * command that may take long can be interrupted.
     */
    private void tracked(MongoCommand found, CommandRequest request) {
        boolean isWatched = services.profiler().watches(request.database());
        OperationContext begun =
                isBounded && !isRunApart && !isWatched ? null : services.beginRun(request.body(), isWatched);
        if (begun != null && services.parameters().truth(ServerParameters.NO_TABLE_SCAN)) {
            begun.refuseTableScans();
        }
        run = begun;
        long started = services.uptimeNanos();
        Operation operation =
                new Operation(found.name(), request.database(), request.message(), found.isSecret(), started, begun);
        state.operation(operation);
        EndedRequest ended = new EndedRequest(services, state, found, request, operation);
        Reply reply;
        try {
            reply = begun == null
                    ? reply(found, request)
                    : begun.during(() -> actor().call(() -> reply(found, request)));
            if (request.owesSync()) {
                delayed = new SyncedReply(ended, reply);
                return;
            }
            count(ended, begun, reply);
        } finally {
            if (delayed == null) {
                state.operation(null);
            }
        }
        answer(found, request, reply);
    }

    private void count(EndedRequest ended, @Nullable OperationContext begun, Reply reply) {
        long nanos =
                services.uptimeNanos() - ended.operation().startedNanos() - (begun == null ? 0 : begun.waitedNanos());
        services.usages().count(ended.command(), ended.request(), nanos);
        if (services.profiler().mayTake(ended.request().database(), nanos)) {
            ended.profile(begun, reply, nanos);
        }
    }

    /** Whatever may change a policy is not bounded. */
    private Actor actor() {
        return new Actor(
                MongoCollections.FACE,
                state.user().map(user -> user.name().toString()).orElse(Actor.NOBODY));
    }

    private Reply reply(MongoCommand found, CommandRequest request) {
        try {
            Reply reply = commands.run(found, request, services, state);
            return reply.isOk() || !services.countsNumbers() ? reply : new ErrorLabels(found, request).complete(reply);
        } catch (CommandError e) {
            return refused(e, found, request);
        } catch (QueryException e) {
            return refused(MongoErrors.of(e), found, request);
        } catch (MemoryLimitExceeded e) {
            return refused(MongoErrors.of(e), found, request);
        } catch (EngineException e) {
            return refused(MongoErrors.of(e.error()), found, request);
        }
    }

    private Reply refused(CommandError error, MongoCommand found, CommandRequest request) {
        return (services.countsNumbers() ? new ErrorLabels(found, request).complete(error) : error).reply();
    }

    private void answer(Reply reply, WireForm form, boolean mayCompress) {
        ByteBuf answer = reply.frame(form, REPLY_IDS.incrementAndGet(), mayCompress);
        state.sent(answer.readableBytes());
        if (run != null) {
            // A peer that does not read keeps it waiting, and it alone.
            run.answering(answer.readableBytes());
        }
        state.connection().write(answer);
    }

    private static CommandError refusalOf(InvalidMessageException invalid) {
        return invalid.isTooDeep()
                ? new CommandError(
                        MongoCode.OVERFLOW, "BSONObj exceeded maximum nested object depth: " + BsonValidator.DEPTH_MAX)
                : new CommandError(MongoCode.INVALID_BSON, invalid.reason());
    }

    private int unpackedBytesMax() {
        boolean isStranger = services.settings().authRequired() && state.user().isEmpty();
        return isStranger ? UNPACKED_BYTES_BEFORE_LOGIN : MongoFramer.MESSAGE_BYTES_MAX;
    }

    private record Refusal(CommandError error, WireForm form, boolean isAnswered) {}
}
