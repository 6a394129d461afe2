package dev.mayfly.face.mongo.admin;

import dev.mayfly.engine.catalog.CollectionName;
import dev.mayfly.face.api.DumpForm;
import dev.mayfly.face.mongo.dispatch.InnerClient;
import org.bson.BSONException;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.json.JsonMode;
import org.bson.json.JsonParseException;
import org.bson.json.JsonWriterSettings;

/**
 * The metadata that mongodump writes beside the documents of a collection, and mongorestore reads:
 * COLLECTION.metadata.json.
 */
final class MongoDumpForm implements DumpForm {
    private static final JsonWriterSettings CANONICAL =
            JsonWriterSettings.builder().outputMode(JsonMode.EXTENDED).build();
    private static final String ID_INDEX = "_id_";
    private static final int EXISTS = 48;

    private final InnerClient client;

    MongoDumpForm(InnerClient client) {
        this.client = client;
    }

    @Override
    public String metadata(CollectionName name) {
        BsonDocument listed = first(
                name,
                new BsonDocument("listCollections", new BsonInt32(1))
                        .append("filter", new BsonDocument("name", new BsonString(name.collection()))));
        BsonDocument metadata = new BsonDocument("options", listed.getDocument("options", new BsonDocument()));
        boolean isView = listed.getString("type").getValue().equals("view");
        metadata.append("indexes", isView ? new BsonArray() : indexes(name));
        BsonValue uuid = listed.getDocument("info", new BsonDocument()).get("uuid");
        if (uuid != null) {
            metadata.append(
                    "uuid", new BsonString(uuid.asBinary().asUuid().toString().replace("-", "")));
        }
        return metadata.append("collectionName", new BsonString(name.collection()))
                .append("type", listed.getString("type"))
                .toJson(CANONICAL);
    }

    private BsonArray indexes(CollectionName name) {
        return batch(name, new BsonDocument("listIndexes", new BsonString(name.collection())));
    }

    private BsonDocument first(CollectionName name, BsonDocument command) {
        return batch(name, command).getFirst().asDocument();
    }

    private BsonArray batch(CollectionName name, BsonDocument command) {
        return run(name, command).getDocument("cursor").getArray("firstBatch");
    }

    @Override
    public void make(CollectionName name, String metadata) {
        BsonDocument read = parse(metadata);
        create(name, read.getDocument("options", new BsonDocument()));
        BsonArray wanted = new BsonArray();
        for (BsonValue each : read.getArray("indexes", new BsonArray())) {
            BsonDocument index = each.asDocument().clone();
            index.remove("ns");
            if (!index.getString("name").getValue().equals(ID_INDEX)) {
                wanted.add(index);
            }
        }
        if (!wanted.isEmpty()) {
            run(name, new BsonDocument("createIndexes", new BsonString(name.collection())).append("indexes", wanted));
        }
    }

    private static BsonDocument parse(String metadata) {
        try {
            BsonDocument read = BsonDocument.parse(metadata);
            read.getArray("indexes", new BsonArray())
                    .forEach(each -> each.asDocument().getString("name"));
            return read;
        } catch (JsonParseException | BSONException | IllegalArgumentException wrong) {
            throw new IllegalArgumentException("it is no metadata of a dump: " + wrong.getMessage(), wrong);
        }
    }

    private void create(CollectionName name, BsonDocument options) {
        BsonDocument command = new BsonDocument("create", new BsonString(name.collection()));
        command.putAll(options);
        BsonDocument reply = client.run(command.append("$db", new BsonString(name.database())));
        if (reply.getNumber("ok").intValue() == 0 && reply.getNumber("code").intValue() != EXISTS) {
            throw refusal(reply);
        }
    }

    private BsonDocument run(CollectionName name, BsonDocument command) {
        BsonDocument reply = client.run(command.append("$db", new BsonString(name.database())));
        if (reply.getNumber("ok").intValue() == 0) {
            throw refusal(reply);
        }
        return reply;
    }

    private static IllegalArgumentException refusal(BsonDocument reply) {
        return new IllegalArgumentException(
                reply.getString("errmsg", new BsonString("the command failed")).getValue());
    }
}
