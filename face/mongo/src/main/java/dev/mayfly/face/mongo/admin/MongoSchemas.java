package dev.mayfly.face.mongo.admin;

import dev.mayfly.engine.Collection;
import dev.mayfly.engine.catalog.CollectionName;
import dev.mayfly.face.api.FaceRefusal;
import dev.mayfly.face.api.FaceSchemas;
import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.collection.MongoCollections;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;

/** Collections and indexes of this face, by its own commands. A database is there as long as it has a collection. */
public final class MongoSchemas implements FaceSchemas {
    private final MongoDocuments commands;
    private final MongoCollections collections;

    public MongoSchemas(MongoDocuments commands, MongoCollections collections) {
        this.commands = commands;
        this.collections = collections;
    }

    @Override
    public List<String> databases() {
        TreeSet<String> names = new TreeSet<>();
        collections
                .engine()
                .collections(MongoCollections.FACE)
                .forEach(each -> names.add(each.name().database()));
        return List.copyOf(names);
    }

    @Override
    public void createDatabase(DatabaseDraft draft) {
        throw FaceRefusal.invalid("a database of mongo comes with its first collection; make that");
    }

    @Override
    public void dropDatabase(String name) {
        if (!databases().contains(name)) {
            throw FaceRefusal.missing("there is no database " + name);
        }
        commands.run(new BsonDocument("dropDatabase", new BsonInt32(1)).append("$db", new BsonString(name)));
    }

    @Override
    public void createCollection(CollectionDraft draft) {
        if (!draft.partitionKey().isEmpty()) {
            throw FaceRefusal.invalid("collections of mongo have no partition key");
        }
        Long seconds = draft.ttlSeconds();
        if (seconds != null && (draft.ttlField() == null || seconds == OWN_LIFETIMES)) {
            throw FaceRefusal.invalid("documents of mongo expire by a date; name its field beside the time to live");
        }
        if (collections.engine().find(draft.name()) != null) {
            throw FaceRefusal.conflict("there is a collection " + draft.name() + " already");
        }
        create(draft);
        if (draft.ttlField() != null) {
            List<IndexField> fields = List.of(new IndexField(draft.ttlField(), false));
            String name = draft.ttlField() + "_1";
            createIndex(draft.name(), new IndexDraft(name, fields, false, Objects.requireNonNullElse(seconds, 0L)));
        }
    }

    private void create(CollectionDraft draft) {
        Integer shards = draft.shards();
        if (shards == null) {
            commands.run(command("create", draft.name()));
            return;
        }
        try {
            BsonDocument divided = new BsonDocument("_id", new BsonString("hashed"));
            collections.createSharded(draft.name(), new BsonDocument(), divided, shards);
        } catch (CommandError refused) {
            throw FaceRefusal.invalid(refused.text());
        }
    }

    private static BsonDocument command(String name, CollectionName collection) {
        return new BsonDocument(name, new BsonString(collection.collection()))
                .append("$db", new BsonString(collection.database()));
    }

    @Override
    public void dropCollection(Collection collection) {
        commands.run(command("drop", collection.name()));
    }

    @Override
    public void createIndex(Collection collection, IndexDraft draft) {
        createIndex(collection.name(), draft);
    }

    private void createIndex(CollectionName collection, IndexDraft draft) {
        BsonDocument key = new BsonDocument();
        draft.fields().forEach(field -> key.append(field.path(), new BsonInt32(field.isDescending() ? -1 : 1)));
        BsonDocument index = new BsonDocument("name", new BsonString(draft.name())).append("key", key);
        if (draft.isUnique()) {
            index.append("unique", BsonBoolean.TRUE);
        }
        if (draft.expireAfterSeconds() != null) {
            index.append("expireAfterSeconds", new BsonInt64(draft.expireAfterSeconds()));
        }
        commands.run(command("createIndexes", collection).append("indexes", new BsonArray(List.of(index))));
    }

    @Override
    public void dropIndex(Collection collection, String name) {
        if (name.equals("*")) {
            throw FaceRefusal.invalid("name the index to drop");
        }
        if (collection.record().indexes().stream()
                .noneMatch(index -> index.name().equals(name))) {
            throw FaceRefusal.missing("there is no index " + name);
        }
        commands.run(command("dropIndexes", collection.name()).append("index", new BsonString(name)));
    }
}
