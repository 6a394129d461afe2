package dev.mayfly.face.mongo.admin;

import dev.mayfly.base.document.BsonView;
import dev.mayfly.base.document.FieldPath;
import dev.mayfly.base.document.Lifetime;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.catalog.CollectionName;
import dev.mayfly.engine.error.EngineError;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.read.Document;
import dev.mayfly.engine.read.ReadView;
import dev.mayfly.face.api.DocumentDraft;
import dev.mayfly.face.api.ExpectedVersion;
import dev.mayfly.face.api.FaceDocuments;
import dev.mayfly.face.api.FaceRefusal;
import dev.mayfly.face.api.FieldOrder;
import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoErrors;
import dev.mayfly.face.mongo.collection.Lifetimes;
import dev.mayfly.face.mongo.dispatch.InnerClient;
import dev.mayfly.face.mongo.language.error.QueryException;
import dev.mayfly.face.mongo.language.expression.Variables;
import dev.mayfly.face.mongo.language.filter.FilterCompiler;
import dev.mayfly.face.mongo.language.filter.MongoFilter;
import dev.mayfly.face.mongo.write.DocumentImport;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonInvalidOperationException;
import org.bson.BsonObjectId;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.ByteBuf;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;
import org.bson.json.JsonMode;
import org.bson.json.JsonParseException;
import org.bson.json.JsonWriterSettings;
import org.jspecify.annotations.Nullable;

/** Documents of the mongo face: by its own commands, in Extended JSON. */
public final class MongoDocuments implements FaceDocuments {
    private static final JsonWriterSettings RELAXED =
            JsonWriterSettings.builder().outputMode(JsonMode.RELAXED).build();

    private static final Set<String> GROUPING = Set.of("$group", "$bucket", "$bucketAuto", "$sortByCount", "$facet");

    /** Stages that write. */
    private static final Set<String> WRITING = Set.of("$out", "$merge");

    /** What an explanation tells of the server and of the command, beside the plan. */
    private static final Set<String> UNTOLD =
            Set.of("serverInfo", "serverParameters", "command", "ok", "$clusterTime", "operationTime");

    private static final int NOT_UNIQUE = 11_000;
    private static final int OUT_OF_TIME = 50;

    private static final List<String> SWITCHES = List.of("perDocumentTtlEnabled", "ttlMonitorEnabled");
    private static final List<String> TRUTHS = List.of("true", "false");

    private final InnerClient client;
    private final Supplier<Lifetimes> lifetimes;

    /** @param lifetimes that documents ask for themselves */
    public MongoDocuments(InnerClient client, Supplier<Lifetimes> lifetimes) {
        this.client = client;
        this.lifetimes = lifetimes;
    }

    @Override
    public boolean put(Address address, String json, @Nullable Lifetime lifetime, ExpectedVersion expected) {
        BsonDocument document = named(address, json, lifetime);
        CollectionName name = address.collection().name();
        if (expected.isNone()) {
            insert(name, document);
            return true;
        }
        BsonDocument update = new BsonDocument("q", asExpected(address, expected))
                .append("u", document)
                .append("upsert", BsonBoolean.valueOf(expected.isAny()));
        BsonDocument reply = run(name, "update", "updates", update);
        requireMet(expected, reply);
        return reply.containsKey("upserted");
    }

    /** The document with the id of its address in front. */
    private static BsonDocument named(Address address, String json, @Nullable Lifetime lifetime) {
        if (lifetime != null) {
            throw FaceRefusal.invalid(
                    "a document of mongo says itself how long it lives; leave the lifetime out, or touch it afterwards");
        }
        BsonDocument document = parse(json);
        if (document.containsKey("_id")) {
            return document;
        }
        BsonDocument named = new BsonDocument("_id", ExtendedJsonKeys.value(address.id()));
        named.putAll(document);
        return named;
    }

    private void insert(CollectionName name, BsonDocument document) {
        BsonDocument reply = client.run(new BsonDocument("insert", new BsonString(name.collection()))
                .append("documents", new BsonArray(List.of(document)))
                .append("$db", new BsonString(name.database())));
        BsonValue errors = reply.get("writeErrors");
        boolean isTaken = errors != null
                && !errors.asArray().isEmpty()
                && ofId(errors.asArray().getFirst().asDocument());
        if (isTaken) {
            throw FaceRefusal.changed(ExpectedVersion.NONE);
        }
        required(reply);
    }

    private static boolean ofId(BsonDocument error) {
        BsonValue pattern = error.get("keyPattern");
        return error.getNumber("code", new BsonInt32(0)).intValue() == NOT_UNIQUE
                && pattern != null
                && pattern.asDocument().keySet().equals(Set.of("_id"));
    }

    @Override
    public boolean delete(Address address, ExpectedVersion expected) {
        BsonDocument removal = new BsonDocument("q", asExpected(address, expected)).append("limit", new BsonInt32(1));
        BsonDocument reply = run(address.collection().name(), "delete", "deletes", removal);
        requireMet(expected, reply);
        return reply.getNumber("n").intValue() > 0;
    }

    private static void requireMet(ExpectedVersion expected, BsonDocument reply) {
        if (!expected.isAny() && reply.getNumber("n").intValue() == 0) {
            throw FaceRefusal.changed(expected);
        }
    }

    /*
     * No command knows versions. The filter therefore asks for the whole document of that version: if another write came
     * between it finds nothing, unless that write changed nothing.
     */
    private static BsonDocument asExpected(Address address, ExpectedVersion expected) {
        BsonDocument filter = byId(ExtendedJsonKeys.value(address.id()));
        if (expected.isAny()) {
            return filter;
        }
        Collection collection = address.collection();
        Document there = collection.get(collection.reading(), ExtendedJsonKeys.INSTANCE.read(address.id()));
        if (there == null || !expected.admits(there.version())) {
            throw FaceRefusal.changed(expected);
        }
        BsonDocument known = new BsonDocument("$literal", new RawBsonDocument(there.body()));
        BsonArray both = new BsonArray(List.of(new BsonString("$$ROOT"), known));
        return filter.append("$expr", new BsonDocument("$eq", both));
    }

    @Override
    public DocumentDraft draft(Address address, String json, @Nullable Lifetime lifetime, long now) {
        RawBsonDocument document = new RawBsonDocument(named(address, json, lifetime), new BsonDocumentCodec());
        ByteBuf buffer = document.getByteBuffer();
        byte[] bson = new byte[buffer.remaining()];
        buffer.get(bson);
        try {
            DocumentImport.Read read = DocumentImport.read(bson, now, lifetimes.get(), null);
            return new DocumentDraft(read.key(), read.put());
        } catch (CommandError refused) {
            throw FaceRefusal.invalid(refused.text());
        }
    }

    @Override
    public String newId(Collection collection, String json) {
        BsonValue id = parse(json).get("_id");
        return ExtendedJsonKeys.json(id == null ? new BsonObjectId() : id);
    }

    @Override
    public void touch(Address address, Lifetime lifetime, long now) {
        BsonValue modification = MongoTouch.of(address.collection().record(), lifetime, now);
        BsonDocument update =
                new BsonDocument("q", byId(ExtendedJsonKeys.value(address.id()))).append("u", modification);
        BsonDocument reply = run(address.collection().name(), "update", "updates", update);
        if (reply.getNumber("n").intValue() == 0) {
            throw FaceRefusal.missing("there is no document " + address.id() + " any more");
        }
    }

    @Override
    public Map<String, Object> settings() {
        BsonDocument asked = new BsonDocument("getParameter", new BsonInt32(1));
        SWITCHES.forEach(name -> asked.append(name, new BsonInt32(1)));
        BsonDocument reply = run(asked.append("$db", new BsonString("admin")));
        return SWITCHES.stream()
                .collect(Collectors.toMap(
                        name -> name, name -> reply.getBoolean(name).getValue()));
    }

    @Override
    public void set(Map<String, String> values) {
        values.forEach((name, value) -> {
            if (!SWITCHES.contains(name) || !TRUTHS.contains(value)) {
                throw FaceRefusal.invalid("mongo has " + String.join(" and ", SWITCHES) + " to set, true or false");
            }
            run(new BsonDocument("setParameter", new BsonInt32(1))
                    .append(name, BsonBoolean.valueOf(value.equals("true")))
                    .append("$db", new BsonString("admin")));
        });
    }

    private static BsonDocument byId(BsonValue id) {
        return new BsonDocument("_id", new BsonDocument("$eq", id));
    }

    private BsonDocument run(CollectionName name, String command, String statements, BsonDocument statement) {
        return run(new BsonDocument(command, new BsonString(name.collection()))
                .append(statements, new BsonArray(List.of(statement)))
                .append("$db", new BsonString(name.database())));
    }

    BsonDocument run(BsonDocument command) {
        return required(client.run(command));
    }

    private static BsonDocument required(BsonDocument reply) {
        if (reply.getNumber("ok").intValue() == 0) {
            throw refusal(reply);
        }
        BsonValue errors = reply.get("writeErrors");
        if (errors != null && errors.isArray() && !errors.asArray().isEmpty()) {
            throw refusal(errors.asArray().getFirst().asDocument());
        }
        return reply;
    }

    private static RuntimeException refusal(BsonDocument error) {
        int code = error.containsKey("code") ? error.getNumber("code").intValue() : 0;
        EngineError ofStore = MongoErrors.ofStore(code);
        if (ofStore != null) {
            return new EngineException(ofStore);
        }
        String text =
                error.getString("errmsg", new BsonString("the command failed")).getValue();
        return switch (code) {
            case NOT_UNIQUE -> FaceRefusal.conflict(text);
            case OUT_OF_TIME -> FaceRefusal.timeout(text);
            default -> FaceRefusal.invalid(text);
        };
    }

    @Override
    public Rows query(Question question) {
        BsonDocument asked = parse(question.text());
        CollectionName name = question.collection().name();
        boolean isPipeline = asked.containsKey("pipeline");
        BsonDocument command = command(asked, name, question);
        command.append("maxTimeMS", new BsonInt32(question.timeoutMillis()))
                .append("$db", new BsonString(name.database()));
        return rows(run(command).getDocument("cursor"), name, question.limit(), isPipeline && isGrouped(asked));
    }

    @Override
    public String plan(Question question) {
        BsonDocument asked = parse(question.text());
        CollectionName name = question.collection().name();
        BsonDocument explained = new BsonDocument("explain", command(asked, name, question))
                .append("verbosity", new BsonString("executionStats"))
                .append("$db", new BsonString(name.database()));
        BsonDocument plan = new BsonDocument();
        run(explained).forEach((field, value) -> {
            if (!UNTOLD.contains(field)) {
                plan.append(field, value);
            }
        });
        return plan.toJson(RELAXED);
    }

    private static BsonDocument command(BsonDocument asked, CollectionName name, Question question) {
        boolean isPipeline = asked.containsKey("pipeline");
        if (isPipeline == asked.containsKey("filter")) {
            throw FaceRefusal.invalid("say what: {\"filter\": {...}} or {\"pipeline\": [...]}");
        }
        return isPipeline ? aggregate(asked, name, question) : find(asked, name, question);
    }

    private static BsonDocument find(BsonDocument asked, CollectionName name, Question question) {
        BsonDocument command = new BsonDocument("find", new BsonString(name.collection()));
        for (String field : List.of("filter", "projection", "sort")) {
            BsonValue value = asked.get(field);
            if (value != null) {
                command.append(field, value);
            }
        }
        return command.append("limit", new BsonInt64(question.limit() + 1L))
                .append("batchSize", new BsonInt64(question.limit() + 1L));
    }

    private static BsonDocument aggregate(BsonDocument asked, CollectionName name, Question question) {
        if (!asked.isArray("pipeline")) {
            throw FaceRefusal.invalid("a pipeline is an array of stages");
        }
        BsonArray pipeline = new BsonArray(asked.getArray("pipeline").getValues());
        for (BsonValue stage : pipeline) {
            if (stage.isDocument() && stage.asDocument().keySet().stream().anyMatch(WRITING::contains)) {
                throw FaceRefusal.invalid("a query changes nothing: $out and $merge are refused");
            }
        }
        pipeline.add(new BsonDocument("$limit", new BsonInt64(question.limit() + 1L)));
        return new BsonDocument("aggregate", new BsonString(name.collection()))
                .append("pipeline", pipeline)
                .append("cursor", new BsonDocument("batchSize", new BsonInt64(question.limit() + 1L)));
    }

    /**
     * A cursor that is still open has more than an answer may hold.
     *
     * @param isGrouped whether rows are groups, whose _id belongs to no document
     */
    private Rows rows(BsonDocument cursor, CollectionName name, int limit, boolean isGrouped) {
        List<Row> found = new ArrayList<>();
        for (BsonValue row : cursor.getArray("firstBatch")) {
            BsonValue id = isGrouped ? null : row.asDocument().get("_id");
            found.add(new Row(row.asDocument().toJson(RELAXED), id == null ? "" : ExtendedJsonKeys.json(id)));
        }
        long open = cursor.getNumber("id").longValue();
        if (open != 0) {
            run(new BsonDocument("killCursors", new BsonString(name.collection()))
                    .append("cursors", new BsonArray(List.of(new BsonInt64(open))))
                    .append("$db", new BsonString(name.database())));
        }
        Rows first = Rows.first(found, limit);
        return open == 0 ? first : new Rows(first.items(), true);
    }

    private static boolean isGrouped(BsonDocument asked) {
        return asked.getArray("pipeline").stream()
                .anyMatch(stage -> stage.isDocument()
                        && stage.asDocument().keySet().stream().anyMatch(GROUPING::contains));
    }

    @Override
    public Condition condition(Collection collection, String text, long now) {
        try {
            MongoFilter filter = FilterCompiler.compile(parse(text), Variables.at(now));
            FilterCompiler.refuseDeadlines(filter);
            return (_, content) -> filter.matches(BsonView.of(content.body()));
        } catch (QueryException wrong) {
            throw FaceRefusal.invalid(String.valueOf(wrong.getMessage()));
        }
    }

    @Override
    public FieldOrder order(Collection collection, ReadView reading, FieldPath path, boolean descending) {
        return MongoOrder.of(reading.record(), path, descending);
    }

    private static BsonDocument parse(String json) {
        try {
            return BsonDocument.parse(json);
        } catch (JsonParseException | BsonInvalidOperationException wrong) {
            throw FaceRefusal.invalid("this is no Extended JSON: " + wrong.getMessage());
        }
    }
}
