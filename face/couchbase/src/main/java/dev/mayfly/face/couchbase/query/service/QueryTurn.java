package dev.mayfly.face.couchbase.query.service;

import dev.mayfly.engine.EngineException;
import dev.mayfly.face.couchbase.language.QueryException;
import dev.mayfly.face.couchbase.language.function.Moment;
import dev.mayfly.face.couchbase.language.value.Value;
import dev.mayfly.face.couchbase.language.value.Values;
import dev.mayfly.face.couchbase.query.Durations;
import dev.mayfly.face.couchbase.query.Execution;
import dev.mayfly.face.couchbase.query.Execution.Remark;
import dev.mayfly.face.couchbase.query.Prepared;
import dev.mayfly.face.couchbase.query.Prepareds.Preparation;
import dev.mayfly.face.couchbase.query.Statement;
import dev.mayfly.face.couchbase.query.request.ActiveRequest;
import dev.mayfly.face.couchbase.query.request.CompletedRequest;
import dev.mayfly.face.couchbase.query.request.RequestFacts;
import dev.mayfly.face.couchbase.query.service.Answer.Metric;
import dev.mayfly.face.couchbase.query.transaction.TransactionTurn;
import dev.mayfly.face.couchbase.session.Identity;
import dev.mayfly.face.transport.ConnectionClosedException;
import dev.mayfly.face.transport.HttpRequest;
import dev.mayfly.face.transport.HttpResponse;
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
    private @Nullable Statement statement;
    private @Nullable Prepared prepared;
    private @Nullable Identity user;
    private boolean readOnly;

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

    /** The request runs what was prepared, rather than a statement of its own. */
    void executes(Prepared found) {
        prepared = found;
    }

    /** @throws QueryException when it would change what the request must not change */
    void compiled(Statement found, boolean mustRead) {
        begun = services.machine().tickNanos();
        statement = found;
        readOnly = mustRead || request.flag(RequestParameter.READONLY, false);
        if (readOnly && !found.isReadOnly()) {
            throw RequestErrors.readOnly();
        }
    }

    boolean mayChange() {
        return !found().isReadOnly();
    }

    /** The answer to a request that does not run. */
    HttpResponse refused(QueryException refusal) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Answer answer = new Answer(isPretty(), bytes::writeBytes);
        answer.head(id, clientContextId());
        List<Remark> errors = List.of(new Remark(refusal.code(), refusal.text()));
        answer.end(errors, List.of(), "fatal", metrics(answer, null, 1), Map.of());
        if (user != null) {
            log(facts(), "fatal", answer, 0, errors);
        }
        return HttpResponse.of(RequestErrors.statusOfRefusal(refusal.code())).withBody(JSON, bytes.toByteArray());
    }

    /**
     * Runs the statement. What only reads is sent as it is found; of what writes the whole answer is known before its
     * first byte goes out, so that the status tells how it went.
     */
    HttpResponse respond() {
        Execution execution = new Execution(settings(), services.machine());
        if (found().isReadOnly()) {
            return HttpResponse.streamed(200, JSON, stream -> run(execution, stream::send));
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        int code = run(execution, bytes::writeBytes);
        return HttpResponse.of(code == 0 ? 200 : RequestErrors.statusOf(code)).withBody(JSON, bytes.toByteArray());
    }

    /** @return the code of the first error, or 0 */
    private int run(Execution execution, Consumer<byte[]> parts) {
        RequestFacts facts = facts();
        services.active().begin(new ActiveRequest(facts, execution));
        Answer answer = new Answer(isPretty(), parts);
        String state = "closed";
        try {
            answer.head(id, clientContextId());
            String status = run(execution, answer);
            List<Remark> errors = execution.errors();
            answer.end(
                    errors, execution.warnings(), status, metrics(answer, execution, errors.size()), extras(execution));
            state = state(status, errors);
            return errors.isEmpty() ? 0 : errors.getFirst().code();
        } finally {
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

    private void log(RequestFacts facts, String state, Answer answer, long mutations, List<Remark> errors) {
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

    /** As the service calls what clients ask for by other names. */
    private String consistency() {
        return switch (request.text(RequestParameter.SCAN_CONSISTENCY).toLowerCase(Locale.ROOT)) {
            case "request_plus", "scan_plus" -> "scan_plus";
            case "statement_plus" -> "statement_plus";
            case "at_plus" -> "at_plus";
            default -> "unbounded";
        };
    }

    /** What the answer tells about the request itself, where the client asks for it. */
    private SequencedMap<String, Value> extras(Execution execution) {
        SequencedMap<String, Value> extras = new LinkedHashMap<>();
        if (request.flag(RequestParameter.CONTROLS, false)) {
            extras.put("controls", controls());
        }
        String profile = request.text(RequestParameter.PROFILE);
        if (profile.equals("phases") || profile.equals("timings")) {
            extras.put("profile", profile(execution));
        }
        return extras;
    }

    private Value controls() {
        SequencedMap<String, Value> fields = new LinkedHashMap<>();
        if (!request.parameters().named().isEmpty()) {
            fields.put(
                    "namedArgs",
                    Values.object(new TreeMap<>(request.parameters().named())));
        }
        if (!request.parameters().positional().isEmpty()) {
            fields.put("positionalArgs", Values.array(request.parameters().positional()));
        }
        fields.put("n1ql_feat_ctrl", Values.of(Prepared.FEATURE_CONTROLS));
        fields.put("scan_consistency", Values.of(consistency()));
        fields.put("stmtType", Values.of(facts().type()));
        fields.put("use_cbo", Values.FALSE);
        return Values.object(fields);
    }

    /** Times of the request's phases; there are none of single operators. */
    private Value profile(Execution execution) {
        SequencedMap<String, Value> times = new LinkedHashMap<>();
        times.put("plan", Values.of(Durations.text(begun - arrived)));
        times.put("run", Values.of(Durations.text(services.machine().tickNanos() - begun)));
        SequencedMap<String, Value> fields = new LinkedHashMap<>();
        fields.put("phaseTimes", Values.object(times));
        if (execution.sorted() > 0) {
            SequencedMap<String, Value> counts = new LinkedHashMap<>();
            counts.put("sort", Values.of(execution.sorted()));
            fields.put("phaseCounts", Values.object(counts));
        }
        fields.put("requestTime", Values.of(facts().requestTime()));
        return Values.object(fields);
    }

    private String run(Execution execution, Answer answer) {
        try (TransactionTurn transactions =
                new TransactionTurn(services.transactions(), request.transaction(user().name()))) {
            execution.within(transactions);
            Statement found = prepared(answer);
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
        } catch (QueryException failure) {
            if (failure.code() == RequestErrors.STOPPED && execution.isCancelled()) {
                return "stopped";
            }
            execution.end(failure);
            return failure.code() == RequestErrors.TIMED_OUT ? "timeout" : "errors";
        } catch (ConnectionClosedException gone) {
            throw gone;
        } catch (EngineException failure) {
            LOG.warn("request {} failed", id, failure);
            execution.end(RequestErrors.INTERNAL, failure.error().toString());
            return "errors";
        } catch (RuntimeException failure) {
            LOG.error("request {} failed", id, failure);
            execution.end(RequestErrors.INTERNAL, "Internal error");
            return "errors";
        }
    }

    /** The statement itself, or the one that it prepares when that is to be executed at once. */
    private Statement prepared(Answer answer) {
        Statement asked = found();
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

    private Statement found() {
        if (statement == null) {
            throw new IllegalStateException("there is no statement");
        }
        return statement;
    }

    private Execution.Settings settings() {
        Moment moment = new Moment(services.now().getAsLong(), ZoneOffset.UTC, services.random(), user().name());
        return new Execution.Settings(
                user(),
                moment,
                request.context(),
                request.parameters(),
                request.timeoutNanos(),
                readOnly,
                request.flag(RequestParameter.PRESERVE_EXPIRY, false),
                request.isDurable(),
                request.errorsMax());
    }

    private boolean isPretty() {
        return request.flag(RequestParameter.PRETTY, false);
    }

    private String clientContextId() {
        String sent = request.text(RequestParameter.CLIENT_CONTEXT_ID);
        return sent.length() > CLIENT_ID_MAX ? sent.substring(0, CLIENT_ID_MAX) : sent;
    }

    private List<Metric> metrics(Answer answer, @Nullable Execution execution, int errors) {
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
