package dev.mayfly.face.cosmos.http;

import dev.mayfly.base.clock.Clock;
import dev.mayfly.base.query.MemoryLimitExceeded;
import dev.mayfly.base.query.RequestMemoryPool;
import dev.mayfly.engine.audit.Actor;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.face.cosmos.error.CosmosErrors;
import dev.mayfly.face.cosmos.error.CosmosException;
import dev.mayfly.face.transport.connection.ConnectionClosedException;
import dev.mayfly.face.transport.connection.EventLoopLeftException;
import dev.mayfly.face.transport.http.HttpHandler;
import dev.mayfly.face.transport.http.HttpRequest;
import dev.mayfly.face.transport.http.HttpResponse;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Every request of the protocol: read, let in, answered by its operation, and given the fields all answers have. */
public final class CosmosHandler implements HttpHandler {
    private static final Logger LOG = LoggerFactory.getLogger(CosmosHandler.class);
    private static final int FIRST_ERROR = 400;

    private final OperationTable operations;
    private final Gate gate;
    private final LongSupplier lastVersion;
    private final ResponseFields responseFields;
    private final Clock machine;
    private final RequestMemoryPool memory;
    private final ActivityIds activityIds = new ActivityIds();

    /** Lets requests in. Safe for concurrent use. */
    @FunctionalInterface
    public interface Gate {
        /**
         * @return the caller, for the audit
         * @throws CosmosException if the caller is unknown, or lacks the permission
         */
        Actor admit(CosmosRequest request);
    }

    /**
     * @param lastVersion the version that the engine gave out last
     * @param machine measures how long requests run; its present time is the start of the account's service
     * @param memory the budget for what requests hold
     */
    public CosmosHandler(
            OperationTable operations, Gate gate, LongSupplier lastVersion, Clock machine, RequestMemoryPool memory) {
        this.responseFields = new ResponseFields(machine.wallMillis());
        this.machine = machine;
        this.memory = memory;
        this.operations = operations;
        this.gate = gate;
        this.lastVersion = lastVersion;
    }

    @Override
    public HttpResponse handle(HttpRequest http) {
        return prepare(http).respond();
    }

    @Override
    public Prepared prepare(HttpRequest http) {
        try {
            CosmosRequest request = CosmosRequest.of(http);
            return new Turn(http, request, operations.find(request), null);
        } catch (CosmosException refusal) {
            return new Turn(http, null, null, refusal);
        }
    }

    /** One request while it is handled. */
    private final class Turn implements Prepared {
        private final HttpRequest http;
        private final @Nullable CosmosRequest request;
        private final @Nullable RestOperation operation;
        private final @Nullable CosmosException refusal;
        private boolean hasLeftLoop;

        Turn(
                HttpRequest http,
                @Nullable CosmosRequest request,
                @Nullable RestOperation operation,
                @Nullable CosmosException refusal) {
            this.http = http;
            this.request = request;
            this.operation = operation;
            this.refusal = refusal;
        }

        @Override
        public boolean isBounded() {
            return request == null || operation == null || operation.isBounded(request);
        }

        /** A bounded operation is one call of the engine, which leaves before it has done anything. */
        @Override
        public boolean mayBeginAgain() {
            return true;
        }

        @Override
        public HttpResponse respond() {
            String activityId = activityIds.of(
                    request == null
                            ? http.field(RequestField.ACTIVITY_ID.word())
                            : request.fields().get(RequestField.ACTIVITY_ID));
            CosmosResponse response;
            try {
                response = answer();
            } catch (CosmosException error) {
                response = errorOf(error, activityId);
            } catch (EngineException error) {
                response = errorOf(CosmosErrors.of(error.error()), activityId);
            } catch (MemoryLimitExceeded exceeded) {
                response = errorOf(CosmosErrors.outOfMemory(exceeded), activityId);
            } catch (EventLoopLeftException left) {
                hasLeftLoop = true;
                throw left;
            } catch (ConnectionClosedException closed) {
                throw closed;
            } catch (RuntimeException mistake) {
                LOG.error("{} {} failed", http.method(), http.rawPath(), mistake);
                response = errorOf(CosmosErrors.internal("internal error"), activityId);
            }
            return responseFields.complete(response, activityId, lastVersion.getAsLong());
        }

        private CosmosResponse answer() {
            if (refusal != null || request == null || operation == null) {
                throw refusal == null ? CosmosErrors.internal("no operation") : refusal;
            }
            Actor caller = gate.admit(request);
            // An operation that may change a policy is not bounded, so a bounded one needs no actor.
            if (!hasLeftLoop && operation.isBounded(request)) {
                return operation.answer(request);
            }
            try (CosmosGuard guard = new CosmosGuard(request, machine, memory)) {
                return guard.during(() -> caller.call(() -> operation.answer(request)));
            }
        }

        private CosmosResponse errorOf(CosmosException error, String activityId) {
            byte[] body = error.status() < FIRST_ERROR ? new byte[0] : ErrorBody.of(error, activityId);
            CosmosResponse response =
                    CosmosResponse.of(error.status(), body).charge(RequestUnits.ofFailure(error.status()));
            if (error.substatus() != 0) {
                response.with("x-ms-substatus", Integer.toString(error.substatus()));
            }
            if (error.retryAfterMillis() != 0) {
                response.with("x-ms-retry-after-ms", Long.toString(error.retryAfterMillis()));
            }
            return response;
        }
    }
}
