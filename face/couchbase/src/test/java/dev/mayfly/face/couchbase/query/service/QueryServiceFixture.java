package dev.mayfly.face.couchbase.query.service;

import dev.mayfly.base.clock.VirtualClock;
import dev.mayfly.base.query.RequestMemoryPool;
import dev.mayfly.face.couchbase.bucket.BucketRules;
import dev.mayfly.face.couchbase.bucket.BucketsFixture;
import dev.mayfly.face.couchbase.bucket.CouchbaseRelease;
import dev.mayfly.face.couchbase.bucket.Edition;
import dev.mayfly.face.couchbase.kv.CasClock;
import dev.mayfly.face.couchbase.kv.Documents;
import dev.mayfly.face.couchbase.language.tree.QueryContext;
import dev.mayfly.face.couchbase.language.value.N1qlException;
import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.language.value.N1qlValues;
import dev.mayfly.face.couchbase.query.ExecutableStatement;
import dev.mayfly.face.couchbase.query.PreparedStatements;
import dev.mayfly.face.couchbase.query.RowSink;
import dev.mayfly.face.couchbase.query.StatementExecution;
import dev.mayfly.face.couchbase.query.request.ActiveRequests;
import dev.mayfly.face.couchbase.query.request.CompletedRequests;
import dev.mayfly.face.couchbase.query.system.SystemVitals;
import dev.mayfly.face.couchbase.query.transaction.N1qlTransactions;
import dev.mayfly.face.couchbase.session.Identity;
import dev.mayfly.face.couchbase.session.Privilege;
import dev.mayfly.face.transport.connection.InnerConnection;
import dev.mayfly.face.transport.http.HttpBody;
import dev.mayfly.face.transport.http.HttpFields;
import dev.mayfly.face.transport.http.HttpRequest;
import dev.mayfly.face.transport.http.HttpResponse;
import java.io.ByteArrayOutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;

/** A query service whose statements do as their text says, one word each. */
abstract class QueryServiceFixture {
    private static final InetSocketAddress PEER = new InetSocketAddress(InetAddress.getLoopbackAddress(), 40_000);

    final VirtualClock clock = new VirtualClock(1_800_000_000_000L);
    long generation;
    int compilations;
    private final BucketsFixture buckets =
            new BucketsFixture(new BucketRules(CouchbaseRelease.R7_6, Edition.ENTERPRISE, BucketRules.VBUCKETS));
    final PreparedStatements prepareds = new PreparedStatements(() -> generation);
    final ActiveRequests active = new ActiveRequests();
    final CompletedRequests completed = new CompletedRequests();
    private final QueryServices services = new QueryServices(
            this::compile,
            prepareds,
            new N1qlTransactions(
                    new Documents(new CasClock(buckets.engine().clock()), clock), buckets.buckets(), clock),
            buckets.engine()::frozenReads,
            clock,
            RequestMemoryPool.unbounded(),
            (user, password, _) -> password.equals("password") ? new Known(user) : null,
            new Random(1),
            active,
            completed,
            new SystemVitals(active, clock, "7.6.4"));
    private final QueryHandler handler = new QueryHandler(services, new Credentials(services.logins())::userOf);

    @AfterEach
    void close() {
        buckets.close();
    }

    /** Somebody who may do anything. */
    private record Known(String name) implements Identity {
        @Override
        public boolean mayEnter(String bucket) {
            return true;
        }

        @Override
        public boolean may(Privilege privilege, String bucket) {
            return true;
        }
    }

    record Answered(int status, String text) {
        N1qlValue json() {
            return N1qlValues.parse(text);
        }

        N1qlValue field(String name) {
            return json().field(name);
        }

        long code() {
            return Long.parseLong(field("errors").element(0).field("code").toString());
        }
    }

    /** A statement of the test. */
    private record Word(String word, VirtualClock clock) implements ExecutableStatement {
        @Override
        public N1qlValue signature() {
            return N1qlValues.parse("{\"a\":\"json\"}");
        }

        @Override
        public boolean isReadOnly() {
            return !word.startsWith("write");
        }

        @Override
        public void run(StatementExecution execution, RowSink rows) {
            switch (word) {
                case "one" -> rows.row(N1qlValues.parse("{\"a\":1}"));
                case "many" -> {
                    for (int i = 0; i < 10_000; i++) {
                        rows.row(N1qlValues.of("row " + i));
                    }
                }
                case "args" ->
                    rows.row(N1qlValues.array(List.of(
                            execution.parameters().positional(1),
                            execution.parameters().named("name"))));
                case "slow" -> {
                    rows.row(N1qlValues.of(1));
                    clock.advance(Duration.ofSeconds(2));
                    execution.check();
                }
                case "stopped" -> {
                    execution.cancel();
                    execution.check();
                }
                case "write" -> {
                    execution.mutated();
                    execution.fail(12009, "DML Error, possible causes include CAS mismatch.");
                }
                case "writeExisting" -> throw new N1qlException(4300, "The index i already exists.");
                case "broken" -> throw new IllegalStateException("a mistake of ours");
                default -> throw N1qlException.evaluation(word);
            }
        }
    }

    private ExecutableStatement compile(String text, QueryContext context) {
        compilations++;
        if (text.startsWith("PREPARE ")) {
            String inner = text.substring(8);
            return prepareds.preparing(null, false, inner, text, context, compile(inner, context));
        }
        if (text.equals("unreadable")) {
            throw new N1qlException(N1qlException.PARSE, "syntax error - at unreadable");
        }
        if (text.equals("nowhere")) {
            throw new N1qlException(12003, "Keyspace not found in CB datastore: default:nowhere");
        }
        return new Word(text, clock);
    }

    Answered post(String json) {
        return send("POST", "application/json", Map.of(), json, "Administrator:password");
    }

    Answered send(String method, String type, Map<String, List<String>> query, String body, String userAndPassword) {
        String basic = "Basic " + Base64.getEncoder().encodeToString(userAndPassword.getBytes(StandardCharsets.UTF_8));
        HttpFields fields = HttpFields.NONE.with("Content-Type", type).with("Authorization", basic);
        HttpResponse response = handler.handle(new HttpRequest(
                method,
                "/query",
                Map.of(),
                query,
                fields,
                body.getBytes(StandardCharsets.UTF_8),
                new InnerConnection(PEER, new InetSocketAddress(PEER.getAddress(), 8_093), false)));
        return new Answered(response.status(), text(response.body()));
    }

    private static String text(HttpBody body) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        switch (body) {
            case HttpBody.Bytes(byte[] whole) -> bytes.writeBytes(whole);
            case HttpBody.Streamed(HttpBody.Writer writer) ->
                writer.writeTo(new HttpBody.Stream() {
                    @Override
                    public void send(byte[] part) {
                        bytes.writeBytes(part);
                    }

                    @Override
                    public boolean isOpen() {
                        return true;
                    }
                });
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
