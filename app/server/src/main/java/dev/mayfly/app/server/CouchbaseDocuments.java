package dev.mayfly.app.server;

import dev.mayfly.app.console.AdminException;
import dev.mayfly.app.console.FaceDocuments;
import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.base.document.Lifetime;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.catalog.DocumentFormat;
import dev.mayfly.face.couchbase.CouchbaseFace;
import dev.mayfly.face.couchbase.bucket.Bucket;
import dev.mayfly.face.couchbase.bucket.BucketCollection;
import dev.mayfly.face.couchbase.bucket.Expiry;
import dev.mayfly.face.couchbase.bucket.MaxTtl;
import dev.mayfly.face.couchbase.kv.DocumentOutcome;
import dev.mayfly.face.couchbase.kv.DocumentOutcome.Refused;
import dev.mayfly.face.couchbase.kv.ExpiryRule;
import dev.mayfly.face.couchbase.kv.Refusal;
import dev.mayfly.face.couchbase.kv.StoreRequest;
import dev.mayfly.face.couchbase.kv.WriteTerms;
import dev.mayfly.face.couchbase.language.QueryException;
import dev.mayfly.face.couchbase.query.index.DocumentCondition;
import dev.mayfly.face.couchbase.rest.CompactionChoice;
import dev.mayfly.face.transport.HttpBody;
import dev.mayfly.face.transport.HttpFields;
import dev.mayfly.face.transport.HttpRequest;
import dev.mayfly.face.transport.HttpResponse;
import dev.mayfly.face.transport.InnerConnection;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Documents of the couchbase face: by its own rules for single ones, and by its query service. */
final class CouchbaseDocuments implements FaceDocuments {
    private static final JsonMapper JSON = new JsonMapper();
    private static final int ANSWER_BYTES_MAX = 32 << 20;

    /** The flags by which clients know JSON (common flags). */
    private static final int JSON_FLAGS = 0x0200_0000;

    private static final String PERCENTAGE = "autoCompactionPercentage";
    private static final String PURGE_DAYS = "purgeIntervalDays";

    private static final long MILLIS = 1_000;
    private static final int TIMEOUT = 1_080;

    private final CouchbaseFace face;

    CouchbaseDocuments(CouchbaseFace face) {
        this.face = face;
    }

    @Override
    public Map<String, Object> settings() {
        CompactionChoice compaction = face.compaction();
        return Map.of(PERCENTAGE, compaction.percentage(), PURGE_DAYS, compaction.purgeDays());
    }

    @Override
    public void set(Map<String, String> values) {
        if (!Set.of(PERCENTAGE, PURGE_DAYS).containsAll(values.keySet())) {
            throw AdminException.badRequest("couchbase has " + PERCENTAGE + " and " + PURGE_DAYS + " to set");
        }
        try {
            face.compaction().set(values.get(PERCENTAGE), values.get(PURGE_DAYS));
        } catch (IllegalArgumentException wrong) {
            throw AdminException.badRequest(String.valueOf(wrong.getMessage()));
        }
    }

    private BucketCollection find(Collection collection) {
        Bucket bucket = face.buckets().find(collection.name().database());
        BucketCollection found =
                bucket == null ? null : bucket.find(collection.name().collection());
        if (found == null) {
            throw AdminException.notFound("there is no collection " + collection.name());
        }
        return found;
    }

    @Override
    public boolean put(Address address, String json, @Nullable Lifetime lifetime) {
        BucketCollection in = find(address.collection());
        DocumentKey key = DocumentNames.INSTANCE.read(address.id());
        Collection documents = address.collection();
        boolean isNew = documents.get(documents.reading(), key) == null;
        long expiry = expiry(
                lifetime == null ? Lifetime.INHERIT : lifetime,
                in,
                documents.reading().now());
        StoreRequest request = new StoreRequest(
                StoreRequest.Mode.SET, json.getBytes(StandardCharsets.UTF_8), JSON_FLAGS, expiry, ExpiryRule.REQUESTED);
        require(face.documents().store(in, key, WriteTerms.PLAIN, request));
        return isNew;
    }

    @Override
    public boolean delete(Address address) {
        DocumentOutcome outcome = face.documents()
                .remove(find(address.collection()), DocumentNames.INSTANCE.read(address.id()), WriteTerms.PLAIN);
        if (outcome instanceof Refused(Refusal why) && why == Refusal.NOT_FOUND) {
            return false;
        }
        require(outcome);
        return true;
    }

    @Override
    public void touch(Address address, Lifetime lifetime, long now) {
        BucketCollection in = find(address.collection());
        long expiry = expiry(lifetime, in, now);
        DocumentKey key = DocumentNames.INSTANCE.read(address.id());
        require(face.documents().touch(in, key, WriteTerms.PLAIN, expiry));
    }

    /** The field of a request that asks for this; the limit of collection and bucket is applied when it is written. */
    private static long expiry(Lifetime lifetime, BucketCollection in, long now) {
        long instant = switch (lifetime) {
            case Lifetime.Inherit _ -> Expiry.NEVER;
            case Lifetime.Forever _ -> forever(in);
            case Lifetime.For span -> now / MILLIS + span.seconds();
            case Lifetime.Until(long end) -> Math.ceilDiv(end, MILLIS) - 1;
        };
        if (instant > Expiry.MAX) {
            throw AdminException.badRequest("the latest expiry that this face can say is in the year 2106");
        }
        // Small numbers would be read as seconds from now; no clock shows an instant so early.
        return instant != Expiry.NEVER && instant <= Expiry.RELATIVE_MAX ? Expiry.RELATIVE_MAX + 1 : instant;
    }

    private static long forever(BucketCollection in) {
        if (in.ttlLimit() != MaxTtl.NONE) {
            throw AdminException.conflict("maxTTL lets no document of this collection live longer than " + in.ttlLimit()
                    + " s; say a duration, or inherit");
        }
        return Expiry.NEVER;
    }

    private static void require(DocumentOutcome outcome) {
        if (outcome instanceof Refused(Refusal why)) {
            throw switch (why) {
                case NOT_FOUND, NOT_STORED -> AdminException.notFound("there is no such document any more");
                case EXISTS, LOCKED, LOCKED_FOR_NOW, NOT_LOCKED ->
                    AdminException.conflict("a client holds a lock of the document");
                case TOO_BIG -> AdminException.badRequest("the document is too big");
                case EXPIRY_TOO_LATE ->
                    AdminException.badRequest("the latest expiry that this face can say is in the year 2106");
                case NOT_A_NUMBER, INVALID -> AdminException.badRequest("the document cannot be written so");
                case BUSY -> new AdminException(503, "unavailable", "too much is locked just now");
            };
        }
    }

    @Override
    public Rows query(Question question) {
        JsonNode asked = read(question.text());
        if (!asked.path("statement").isString()) {
            throw AdminException.badRequest("say what: {\"statement\": \"SELECT * FROM `bucket`\"}");
        }
        HttpResponse response = face.innerQuery()
                .handle(new HttpRequest(
                        "POST",
                        "/query/service",
                        Map.of(),
                        Map.of(),
                        HttpFields.NONE.with("Content-Type", "application/json"),
                        body(question, asked).getBytes(StandardCharsets.UTF_8),
                        InnerConnection.INSTANCE));
        JsonNode answer = read(text(response));
        JsonNode error = answer.path("errors").path(0);
        if (!error.isMissingNode()) {
            throw error.path("code").asInt() == TIMEOUT
                    ? new AdminException(408, "timeout", error.path("msg").asString("the query timed out"))
                    : AdminException.badRequest(error.path("msg").asString("the query failed"));
        }
        List<String> rows = new ArrayList<>();
        for (JsonNode row : answer.path("results")) {
            rows.add(row.toString());
        }
        return Rows.first(rows, question.limit());
    }

    @Override
    public Condition condition(Collection collection, String text, long now) {
        String path = collection.name().collection();
        DocumentFormat format = collection.record().format();
        try {
            DocumentCondition condition = DocumentCondition.of(text, path.substring(path.indexOf('.') + 1), now);
            return (key, content) ->
                    condition.holds(key, content.stamp(), format.view(content.body(), 0, content.body().length));
        } catch (QueryException wrong) {
            throw AdminException.badRequest(wrong.text());
        }
    }

    /** A row tells its key by what the statement calls id, as {@code SELECT META(d).id, d.*} does. */
    @Override
    public List<String> ids(Question question, Rows rows) {
        return rows.items().stream()
                .map(row -> read(row).path("id"))
                .map(id -> id.isString() ? id.asString() : "")
                .toList();
    }

    /** A name of a collection alone is one of the scope that is asked. */
    private static String body(Question question, JsonNode asked) {
        String path = question.collection().name().collection();
        ObjectNode body = JSON.createObjectNode();
        body.put("statement", asked.path("statement").asString());
        body.put("readonly", true);
        body.put("timeout", question.timeoutMillis() + "ms");
        body.put(
                "query_context",
                "default:`" + question.collection().name().database() + "`.`" + path.substring(0, path.indexOf('.'))
                        + "`");
        JsonNode parameters = asked.path("parameters");
        if (parameters.isArray()) {
            body.set("args", parameters);
        }
        parameters.properties().forEach(each -> body.set("$" + each.getKey(), each.getValue()));
        return JSON.writeValueAsString(body);
    }

    private static String text(HttpResponse response) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        switch (response.body()) {
            case HttpBody.Bytes(byte[] whole) -> bytes.writeBytes(whole);
            case HttpBody.Streamed(HttpBody.Writer writer) ->
                writer.writeTo(new HttpBody.Stream() {
                    @Override
                    public void send(byte[] part) {
                        if (bytes.size() + part.length > ANSWER_BYTES_MAX) {
                            throw AdminException.badRequest("the answer is larger than " + ANSWER_BYTES_MAX
                                    + " bytes; add a LIMIT to the statement");
                        }
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

    private static JsonNode read(String json) {
        try {
            return JSON.readTree(json);
        } catch (JacksonException wrong) {
            throw AdminException.badRequest("this is no JSON: " + wrong.getOriginalMessage());
        }
    }
}
