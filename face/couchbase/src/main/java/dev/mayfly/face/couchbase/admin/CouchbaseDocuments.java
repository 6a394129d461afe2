package dev.mayfly.face.couchbase.admin;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.base.document.FieldPath;
import dev.mayfly.base.document.Lifetime;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.catalog.DocumentFormat;
import dev.mayfly.engine.document.Decision;
import dev.mayfly.engine.read.Document;
import dev.mayfly.engine.read.ReadView;
import dev.mayfly.face.api.DocumentDraft;
import dev.mayfly.face.api.ExpectedVersion;
import dev.mayfly.face.api.FaceDocuments;
import dev.mayfly.face.api.FaceRefusal;
import dev.mayfly.face.api.FieldOrder;
import dev.mayfly.face.couchbase.bucket.Bucket;
import dev.mayfly.face.couchbase.bucket.BucketCollection;
import dev.mayfly.face.couchbase.bucket.Buckets;
import dev.mayfly.face.couchbase.bucket.Expiry;
import dev.mayfly.face.couchbase.bucket.MaxTtl;
import dev.mayfly.face.couchbase.kv.DocumentMeta;
import dev.mayfly.face.couchbase.kv.DocumentOutcome;
import dev.mayfly.face.couchbase.kv.DocumentOutcome.Refused;
import dev.mayfly.face.couchbase.kv.Documents;
import dev.mayfly.face.couchbase.kv.ExpiryRule;
import dev.mayfly.face.couchbase.kv.JsonDetector;
import dev.mayfly.face.couchbase.kv.Refusal;
import dev.mayfly.face.couchbase.kv.StoreRequest;
import dev.mayfly.face.couchbase.kv.WriteTerms;
import dev.mayfly.face.couchbase.language.tree.QueryContext;
import dev.mayfly.face.couchbase.language.value.N1qlException;
import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.language.value.N1qlValues;
import dev.mayfly.face.couchbase.query.Parameters;
import dev.mayfly.face.couchbase.query.index.DocumentCondition;
import dev.mayfly.face.couchbase.query.index.ValueOrders;
import dev.mayfly.face.couchbase.query.service.InnerStatements;
import dev.mayfly.face.couchbase.query.service.InnerStatements.InnerStatement;
import dev.mayfly.face.couchbase.rest.CompactionChoice;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Documents of the couchbase face: by its own rules for single ones, and by its query service. */
public final class CouchbaseDocuments implements FaceDocuments {
    private static final JsonMapper JSON = new JsonMapper();

    /** The flags by which clients know JSON (common flags). */
    private static final int JSON_FLAGS = 0x0200_0000;

    private static final String PERCENTAGE = "autoCompactionPercentage";
    private static final String PURGE_DAYS = "purgeIntervalDays";

    private static final long MILLIS = 1_000;
    private static final long NANOS_OF_MILLI = 1_000_000;
    private static final int TIMEOUT = 1_080;
    private static final String TOO_LATE = "the latest expiry that this face can say is in the year 2106";

    private final Buckets buckets;
    private final Documents documents;
    private final InnerStatements statements;
    private final CompactionChoice compaction;

    public CouchbaseDocuments(
            Buckets buckets, Documents documents, InnerStatements statements, CompactionChoice compaction) {
        this.buckets = buckets;
        this.documents = documents;
        this.statements = statements;
        this.compaction = compaction;
    }

    @Override
    public Map<String, Object> settings() {
        return Map.of(PERCENTAGE, compaction.percentage(), PURGE_DAYS, compaction.purgeDays());
    }

    @Override
    public void set(Map<String, String> values) {
        if (!Set.of(PERCENTAGE, PURGE_DAYS).containsAll(values.keySet())) {
            throw FaceRefusal.invalid("couchbase has " + PERCENTAGE + " and " + PURGE_DAYS + " to set");
        }
        try {
            compaction.set(values.get(PERCENTAGE), values.get(PURGE_DAYS));
        } catch (IllegalArgumentException wrong) {
            throw FaceRefusal.invalid(String.valueOf(wrong.getMessage()));
        }
    }

    private BucketCollection find(Collection collection) {
        Bucket bucket = buckets.find(collection.name().database());
        BucketCollection found =
                bucket == null ? null : bucket.find(collection.name().collection());
        if (found == null) {
            throw FaceRefusal.missing("there is no collection " + collection.name());
        }
        return found;
    }

    @Override
    public boolean put(Address address, String json, @Nullable Lifetime lifetime, ExpectedVersion expected) {
        BucketCollection in = find(address.collection());
        DocumentKey key = DocumentKeyText.INSTANCE.read(address.id());
        ReadView reading = address.collection().reading();
        boolean isNew = address.collection().get(reading, key) == null;
        long expiry = expiry(lifetime == null ? Lifetime.INHERIT : lifetime, in, reading.now());
        StoreRequest.Mode mode = expected.isAny()
                ? StoreRequest.Mode.SET
                : expected.isNone() ? StoreRequest.Mode.ADD : StoreRequest.Mode.REPLACE;
        StoreRequest request =
                new StoreRequest(mode, json.getBytes(StandardCharsets.UTF_8), JSON_FLAGS, expiry, ExpiryRule.REQUESTED);
        require(documents.store(in, key, terms(address.collection(), key, expected), request), expected);
        return isNew;
    }

    /** The CAS of the document of a version: both change with every write. */
    private static WriteTerms terms(Collection collection, DocumentKey key, ExpectedVersion expected) {
        if (expected.isAny() || expected.isNone()) {
            return WriteTerms.PLAIN;
        }
        Document there = collection.get(collection.reading(), key);
        if (there == null || !expected.admits(there.version())) {
            throw FaceRefusal.changed(expected);
        }
        return new WriteTerms(DocumentMeta.cas(there), false);
    }

    @Override
    public boolean delete(Address address, ExpectedVersion expected) {
        DocumentKey key = DocumentKeyText.INSTANCE.read(address.id());
        DocumentOutcome outcome =
                documents.remove(find(address.collection()), key, terms(address.collection(), key, expected));
        if (outcome instanceof Refused(Refusal why) && why == Refusal.NOT_FOUND && expected.isAny()) {
            return false;
        }
        require(outcome, expected);
        return true;
    }

    @Override
    public DocumentDraft draft(Address address, String json, @Nullable Lifetime lifetime, long now) {
        read(json);
        BucketCollection in = find(address.collection());
        long field = expiry(lifetime == null ? Lifetime.INHERIT : lifetime, in, now);
        long stored = Expiry.stored(field, now / MILLIS, in.ttlLimit());
        if (stored == Expiry.TOO_LATE) {
            throw FaceRefusal.invalid(TOO_LATE);
        }
        byte[] body = json.getBytes(StandardCharsets.UTF_8);
        DocumentMeta meta = new DocumentMeta(0, 1, JSON_FLAGS, JsonDetector.datatypeOf(body), DocumentMeta.NO_XATTRS);
        return new DocumentDraft(
                DocumentKeyText.INSTANCE.read(address.id()),
                new Decision.Put(body, Expiry.lifetime(stored), meta.toBytes()));
    }

    @Override
    public String newId(Collection collection, String json) {
        throw FaceRefusal.invalid("a document of couchbase does not contain its key; say it: ?id=KEY");
    }

    @Override
    public void touch(Address address, Lifetime lifetime, long now) {
        BucketCollection in = find(address.collection());
        long expiry = expiry(lifetime, in, now);
        DocumentKey key = DocumentKeyText.INSTANCE.read(address.id());
        require(documents.touch(in, key, WriteTerms.PLAIN, expiry), ExpectedVersion.ANY);
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
            throw FaceRefusal.invalid(TOO_LATE);
        }
        // Small numbers would be read as seconds from now; no clock shows an instant so early.
        return instant != Expiry.NEVER && instant <= Expiry.RELATIVE_MAX ? Expiry.RELATIVE_MAX + 1 : instant;
    }

    private static long forever(BucketCollection in) {
        if (in.ttlLimit() != MaxTtl.NONE) {
            throw FaceRefusal.conflict("maxTTL lets no document of this collection live longer than " + in.ttlLimit()
                    + " s; say a duration, or inherit");
        }
        return Expiry.NEVER;
    }

    private static void require(DocumentOutcome outcome, ExpectedVersion expected) {
        if (outcome instanceof Refused(Refusal why)) {
            boolean isOther = !expected.isAny() && (why == Refusal.EXISTS || why == Refusal.NOT_FOUND);
            throw isOther ? FaceRefusal.changed(expected) : refusal(why);
        }
    }

    private static FaceRefusal refusal(Refusal why) {
        return switch (why) {
            case NOT_FOUND, NOT_STORED -> FaceRefusal.missing("there is no such document any more");
            case EXISTS, LOCKED, LOCKED_FOR_NOW, NOT_LOCKED ->
                FaceRefusal.conflict("a client holds a lock of the document");
            case TOO_BIG -> FaceRefusal.invalid("the document is too big");
            case EXPIRY_TOO_LATE -> FaceRefusal.invalid(TOO_LATE);
            case NOT_A_NUMBER, INVALID -> FaceRefusal.invalid("the document cannot be written so");
            case BUSY -> FaceRefusal.busy("too much is locked just now");
        };
    }

    @Override
    public Rows query(Question question) {
        JsonNode asked = read(question.text());
        if (!asked.path("statement").isString()) {
            throw FaceRefusal.invalid("say what: {\"statement\": \"SELECT * FROM `bucket`\"}");
        }
        String path = question.collection().name().collection();
        // A bare collection name belongs to the scope of the question.
        String scope = path.substring(0, path.indexOf('.'));
        String bucket = question.collection().name().database();
        InnerStatement statement = new InnerStatement(
                asked.path("statement").asString(),
                new QueryContext(bucket + "." + scope, bucket, scope),
                parameters(asked.path("parameters")),
                question.timeoutMillis() * NANOS_OF_MILLI);
        try {
            List<Row> rows = statements.rows(statement, question.limit() + 1).stream()
                    .map(row -> new Row(row, id(row)))
                    .toList();
            return Rows.first(rows, question.limit());
        } catch (N1qlException refused) {
            throw refused.code() == TIMEOUT ? FaceRefusal.timeout(refused.text()) : FaceRefusal.invalid(refused.text());
        }
    }

    @Override
    public String plan(Question question) {
        String statement = read(question.text()).path("statement").asString("");
        String explained =
                JSON.createObjectNode().put("statement", "EXPLAIN " + statement).toString();
        Rows rows = query(new Question(question.collection(), explained, 1, question.timeoutMillis()));
        return rows.items().isEmpty() ? "{}" : rows.items().getFirst().json();
    }

    /** Parameters by position stand in an array, those with names in an object. */
    private static Parameters parameters(JsonNode given) {
        List<N1qlValue> positional = new ArrayList<>();
        Map<String, N1qlValue> named = new HashMap<>();
        if (given.isArray()) {
            given.forEach(each -> positional.add(N1qlValues.parse(each.toString())));
        } else {
            given.properties()
                    .forEach(each -> named.put(
                            each.getKey(), N1qlValues.parse(each.getValue().toString())));
        }
        return new Parameters(positional, named);
    }

    /** A row tells its key by what the statement calls id, as {@code SELECT META(d).id, d.*} does. */
    private static String id(String row) {
        JsonNode id = read(row).path("id");
        return id.isString() ? id.asString() : "";
    }

    @Override
    public Condition condition(Collection collection, String text, long now) {
        String path = collection.name().collection();
        DocumentFormat format = collection.record().format();
        try {
            DocumentCondition condition = DocumentCondition.of(text, path.substring(path.indexOf('.') + 1), now);
            return (key, content) ->
                    condition.holds(key, content.stamp(), format.view(content.body(), 0, content.body().length));
        } catch (N1qlException wrong) {
            throw FaceRefusal.invalid(wrong.text());
        }
    }

    @Override
    public FieldOrder order(Collection collection, ReadView reading, FieldPath path, boolean descending) {
        return ValueOrders.of(reading.record(), path, descending);
    }

    private static JsonNode read(String json) {
        try {
            return JSON.readTree(json);
        } catch (JacksonException wrong) {
            throw FaceRefusal.invalid("this is no JSON: " + wrong.getOriginalMessage());
        }
    }
}
