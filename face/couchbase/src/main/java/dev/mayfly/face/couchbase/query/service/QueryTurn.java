package dev.mayfly.face.couchbase.query.service;

import dev.mayfly.base.query.MemoryLimitExceeded;
import dev.mayfly.base.query.RequestMemory;
import dev.mayfly.engine.FrozenReads;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.read.ReadInstant;
import dev.mayfly.face.couchbase.error.CouchbaseErrors;
import dev.mayfly.face.couchbase.language.function.StatementInstant;
import dev.mayfly.face.couchbase.language.value.N1qlException;
import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.language.value.N1qlValues;
import dev.mayfly.face.couchbase.query.ExecutableStatement;
import dev.mayfly.face.couchbase.query.PreparedStatement;
import dev.mayfly.face.couchbase.query.PreparedStatements.Preparation;
import dev.mayfly.face.couchbase.query.StatementExecution;
import dev.mayfly.face.couchbase.query.StatementExecution.Remark;
import dev.mayfly.face.couchbase.query.StatementProfile;
import dev.mayfly.face.couchbase.query.TransactionTurn;
import dev.mayfly.face.couchbase.query.request.ActiveRequest;
import dev.mayfly.face.couchbase.query.request.CompletedRequest;
import dev.mayfly.face.couchbase.query.request.RequestFacts;
import dev.mayfly.face.couchbase.query.service.ResponseWriter.Metric;
import dev.mayfly.face.couchbase.session.Identity;
import dev.mayfly.face.transport.connection.ConnectionClosedException;
import dev.mayfly.face.transport.http.HttpRequest;
import dev.mayfly.face.transport.http.HttpResponse;
import java.io.ByteArrayOutputStream;
import java.net.InetSocketAddress;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SequencedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One request from its arrival to the last byte of its answer. Used by one thread. */
final class QueryTurn {
    private static final Logger LOG = LoggerFactory.getLogger(QueryTurn.class);
    private static final String JSON = "application/json; version=7.6.0-N1QL";
    private static final int CLIENT_ID_MAX = 64;

    private final QueryServices services;
    private final HttpRequest http;
    private final String id = UUID.randomUUID().toString();
    private final long arrived;
    private final long arrivedMillis;
    private long begun;
    private QueryRequest request = QueryRequest.EMPTY;
    private @Nullable ExecutableStatement statement;
    private @Nullable PreparedStatement prepared;
    private @Nullable Identity user;
    private @Nullable StatementExecution execution;
    private boolean mustRead;

    QueryTurn(QueryServices services, HttpRequest http) {
        this.services = services;
        this.http = http;
        this.arrivedMillis = services.machine().wallMillis();
        this.arrived = services.machine().tickNanos();
        this.begun = arrived;
    }

    void read(QueryRequest read) {
        request = read;
    }

    void asks(Identity asking) {
        user = asking;
    }

    /**
     * Compiles the statement, within the limits of the request.
     *
     * @param reads whether it must change nothing, whatever its parameters say
     * @throws N1qlException when it is none, or cannot be compiled within the limits, or would change what it must not
     */
    void compile(Supplier<ExecutableStatement> compiler, boolean reads) {
        mustRead = reads || request.flag(RequestParameter.READONLY, false);
        StatementExecution begins = execution();
        try (begins) {
            compiled(begins.during(compiler));
        } catch (MemoryLimitExceeded exceeded) {
            throw RequestErrors.memory(exceeded);
        }
    }

    /** The request runs what was prepared, rather than a statement of its own. */
    void executes(PreparedStatement found) {
        prepared = found;
    }

    private void compiled(ExecutableStatement found) {
        begun = services.machine().tickNanos();
        statement = found;
        if (mustRead && !found.isReadOnly()) {
            throw RequestErrors.readOnly();
        }
    }

    boolean mayChange() {
        return !found().isReadOnly();
    }

    /** The answer to a request that does not run. */
    HttpResponse refused(N1qlException refusal) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        ResponseWriter answer = new ResponseWriter(isPretty(), bytes::writeBytes);
        answer.head(id, clientContextId());
        List<Remark> errors = List.of(new Remark(refusal.code(), refusal.text()));
        answer.end(errors, List.of(), "fatal", metrics(answer, null, 1), Map.of());
        if (user != null) {
            log(facts(), "fatal", answer, 0, errors);
        }
        return HttpResponse.of(RequestErrors.statusOfRefusal(refusal.code())).withBody(JSON, bytes.toByteArray());
    }

    /**
     * Runs the statement. Rows of a statement that only reads are sent as they are found; the answer of one that writes
     * is complete before its first byte goes out, so that the status tells how it went.
     */
    HttpResponse respond() {
        StatementExecution begins = execution();
        if (found().isReadOnly()) {
            return HttpResponse.streamed(200, JSON, stream -> run(begins, stream::send));
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        int code = run(begins, part -> {
            begins.hold(part.length);
            bytes.writeBytes(part);
        });
        return HttpResponse.of(code == 0 ? 200 : RequestErrors.statusOf(code)).withBody(JSON, bytes.toByteArray());
    }

    /** @return the code of the first error, or 0 */
    private int run(StatementExecution execution, Consumer<byte[]> parts) {
        RequestFacts facts = facts();
        services.active().begin(new ActiveRequest(facts, execution));
        ResponseWriter answer = new ResponseWriter(isPretty(), parts);
        String state = "closed";
        try {
            answer.head(id, clientContextId());
            String status = execution.during(() -> run(execution, answer));
            // Its data is garbage; the outcome must be told however little memory was left.
            execution.close();
            List<Remark> errors = execution.errors();
            answer.end(
                    errors, execution.warnings(), status, metrics(answer, execution, errors.size()), extras(execution));
            state = state(status, errors);
            return errors.isEmpty() ? 0 : errors.getFirst().code();
        } finally {
            execution.close();
            services.active().end(id);
            log(facts, state, answer, execution.mutations(), execution.errors());
        }
    }

    private static String state(String status, List<Remark> errors) {
        if (errors.stream().anyMatch(each -> each.code() == RequestErrors.INTERNAL)) {
            return "aborted";
        }
        return status.equals("success") ? "completed" : status;
    }

    private void log(RequestFacts facts, String state, ResponseWriter answer, long mutations, List<Remark> errors) {
        long now = services.machine().tickNanos();
        services.completed()
                .add(new CompletedRequest(
                        facts, state, now - arrived, now - begun, answer.rows(), answer.rowBytes(), mutations, errors));
    }

    private RequestFacts facts() {
        String text = request.text(RequestParameter.STATEMENT);
        String agent = http.field("User-Agent");
        return new RequestFacts(
                id,
                clientContextId(),
                text,
                RequestFacts.typeOf(prepared == null ? text : prepared.text()),
                prepared,
                request.text(RequestParameter.QUERY_CONTEXT),
                consistency(),
                user().name(),
                remoteAddress(),
                agent == null ? "" : agent,
                arrivedMillis,
                request.timeoutNanos());
    }

    private String remoteAddress() {
        InetSocketAddress peer = http.connection().peer();
        return peer.getHostString() + ":" + peer.getPort();
    }

    /** Returns the service's own name of the consistency, for which clients have others. */
    private String consistency() {
        return switch (request.text(RequestParameter.SCAN_CONSISTENCY).toLowerCase(Locale.ROOT)) {
            case "request_plus", "scan_plus" -> "scan_plus";
            case "statement_plus" -> "statement_plus";
            case "at_plus" -> "at_plus";
            default -> "unbounded";
        };
    }

    /** Returns what the answer tells about the request itself, where the client asks for it. */
    private SequencedMap<String, N1qlValue> extras(StatementExecution execution) {
        SequencedMap<String, N1qlValue> extras = new LinkedHashMap<>();
        if (request.flag(RequestParameter.CONTROLS, false)) {
            extras.put("controls", controls());
        }
        if (isProfiled()) {
            boolean whole = request.text(RequestParameter.PROFILE).equals("timings");
            extras.put("profile", profile(execution, whole));
        }
        return extras;
    }

    private boolean isProfiled() {
        String profile = request.text(RequestParameter.PROFILE);
        return profile.equals("phases") || profile.equals("timings");
    }

    private N1qlValue controls() {
        SequencedMap<String, N1qlValue> fields = new LinkedHashMap<>();
        if (!request.parameters().named().isEmpty()) {
            fields.put(
                    "namedArgs",
                    N1qlValues.object(new TreeMap<>(request.parameters().named())));
        }
        if (!request.parameters().positional().isEmpty()) {
            fields.put("positionalArgs", N1qlValues.array(request.parameters().positional()));
        }
        fields.put("n1ql_feat_ctrl", N1qlValues.of(PreparedStatement.FEATURE_CONTROLS));
        fields.put("scan_consistency", N1qlValues.of(consistency()));
        fields.put("stmtType", N1qlValues.of(facts().type()));
        fields.put("use_cbo", N1qlValues.FALSE);
        return N1qlValues.object(fields);
    }

    private N1qlValue profile(StatementExecution execution, boolean whole) {
        StatementProfile operators = execution.profile();
        N1qlValue timings = operators == null || statement == null ? N1qlValues.MISSING : statement.timings(operators);
        return new RequestProfile()
                .of(
                        begun - arrived,
                        services.machine().tickNanos() - begun,
                        execution.sorted(),
                        timings,
                        whole,
                        facts().requestTime());
    }

    private String run(StatementExecution execution, ResponseWriter answer) {
        try (FrozenReads _ = execution.reads();
                TransactionTurn transactions =
                        new TransactionTurn(services.transactions(), request.transaction(user().name()))) {
            execution.within(transactions);
            ExecutableStatement found = prepared(answer);
            transactions.enter(found);
            if (request.flag(RequestParameter.SIGNATURE, true)) {
                answer.signature(found.signature());
            }
            answer.beginRows();
            found.run(execution, answer);
            if (!execution.errors().isEmpty()) {
                return "errors";
            }
            transactions.finish();
            return "success";
        } catch (N1qlException failure) {
            if (failure.code() == RequestErrors.STOPPED && execution.isCancelled()) {
                return "stopped";
            }
            execution.end(failure);
            return failure.code() == RequestErrors.TIMED_OUT ? "timeout" : "errors";
        } catch (ConnectionClosedException gone) {
            throw gone;
        } catch (MemoryLimitExceeded exceeded) {
            execution.end(RequestErrors.memory(exceeded));
            return "errors";
        } catch (EngineException failure) {
            execution.end(CouchbaseErrors.of(failure.error()));
            return "errors";
        } catch (RuntimeException failure) {
            LOG.error("request {} failed", id, failure);
            execution.end(RequestErrors.INTERNAL, "Internal error");
            return "errors";
        }
    }

    /** The statement itself, or the one that it prepares when that is to be executed at once. */
    private ExecutableStatement prepared(ResponseWriter answer) {
        ExecutableStatement asked = found();
        if (asked instanceof Preparation preparation && request.flag(RequestParameter.AUTO_EXECUTE, false)) {
            preparation.keep();
            answer.prepared(preparation.prepared().name());
            return services.prepareds().statement(preparation.prepared(), services.compiler());
        }
        return asked;
    }

    private Identity user() {
        if (user == null) {
            throw new IllegalStateException("nobody is known");
        }
        return user;
    }

    private ExecutableStatement found() {
        if (statement == null) {
            throw new IllegalStateException("there is no statement");
        }
        return statement;
    }

    /** The run of the request, from the moment in which its statement is read. */
    private StatementExecution execution() {
        StatementExecution known = execution;
        if (known == null) {
            long quota = request.memoryBytes();
            RequestMemory memory =
                    quota == 0 ? services.memory().open() : services.memory().open(quota);
            FrozenReads reads = services.reads().get();
            known = new StatementExecution(
                    settings(reads.instant()), services.machine(), memory, http.connection()::isOpen);
            known.reading(reads);
            if (isProfiled()) {
                known.measure();
            }
            execution = known;
        }
        return known;
    }

    private StatementExecution.Settings settings(ReadInstant instant) {
        StatementInstant moment = new StatementInstant(instant.now(), ZoneOffset.UTC, services.random(), user().name());
        return new StatementExecution.Settings(
                user(),
                moment,
                request.context(),
                request.parameters(),
                request.timeoutNanos(),
                mustRead,
                request.flag(RequestParameter.PRESERVE_EXPIRY, false),
                request.isDurable(),
                request.errorsMax(),
                request.isLegacyMerge());
    }

    private boolean isPretty() {
        return request.flag(RequestParameter.PRETTY, false);
    }

    private String clientContextId() {
        String sent = request.text(RequestParameter.CLIENT_CONTEXT_ID);
        return sent.length() > CLIENT_ID_MAX ? sent.substring(0, CLIENT_ID_MAX) : sent;
    }

    private List<Metric> metrics(ResponseWriter answer, @Nullable StatementExecution execution, int errors) {
        if (!request.flag(RequestParameter.METRICS, true)) {
            return List.of();
        }
        long now = services.machine().tickNanos();
        List<Metric> metrics = new ArrayList<>();
        metrics.add(Metric.time("elapsedTime", now - arrived));
        metrics.add(Metric.time("executionTime", now - begun));
        metrics.add(Metric.of("resultCount", answer.rows()));
        metrics.add(Metric.of("resultSize", answer.rowBytes()));
        metrics.add(Metric.of("serviceLoad", services.active().load()));
        if (execution != null) {
            addIfAny(metrics, "mutationCount", execution.mutations());
            addIfAny(metrics, "sortCount", execution.sorted());
        }
        addIfAny(metrics, "errorCount", errors);
        if (execution != null) {
            addIfAny(metrics, "warningCount", execution.warnings().size());
        }
        return metrics;
    }

    private static void addIfAny(List<Metric> metrics, String name, long value) {
        if (value > 0) {
            metrics.add(Metric.of(name, value));
        }
    }
}
