package dev.mayfly.face.mongo.command.sharding;

import dev.mayfly.engine.Collection;
import dev.mayfly.engine.ShardStatistics;
import dev.mayfly.engine.catalog.CollectionName;
import dev.mayfly.engine.catalog.CollectionStorage;
import dev.mayfly.engine.catalog.IndexDefinition;
import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import dev.mayfly.face.mongo.collection.CollectionSettings;
import dev.mayfly.face.mongo.collection.ConfigDatabase;
import dev.mayfly.face.mongo.collection.IndexListing;
import dev.mayfly.face.mongo.collection.MongoCollections;
import dev.mayfly.face.mongo.collection.ShardKey;
import dev.mayfly.face.mongo.command.Access;
import dev.mayfly.face.mongo.command.CommandContext;
import dev.mayfly.face.mongo.command.CommandRequest;
import dev.mayfly.face.mongo.command.MongoCommand;
import dev.mayfly.face.mongo.command.admin.CreateIndexesCommand;
import dev.mayfly.face.mongo.command.crud.AggregateCommand;
import dev.mayfly.face.mongo.wire.BsonBuilder;
import dev.mayfly.face.mongo.wire.Reply;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;

/** {@code shardCollection}: divides a collection, as long as nothing is in it. */
public final class ShardCollectionCommand implements MongoCommand {
    /*
     * The number of parts is fixed when a collection is made. One that exists is therefore made anew, with its options and
     * its indexes. It is first moved out of the way, so that no request that begins from then on finds it, on any server. If
     * anything is in it then, it is moved back. A request that had begun before may still write to it: what it has written
     * is carried over before the collection goes.
     */
    private static final int CHUNKS_STANDARD = 16;

    /** Limit on the rounds of carrying over, each of which finds only what was written during the one before. */
    private static final int CARRIED_MAX = 10;

    @Override
    public String name() {
        return "shardCollection";
    }

    @Override
    public Set<String> fields() {
        return Set.of(
                "key",
                "unique",
                "numInitialChunks",
                "presplitHashedZones",
                "collation",
                "timeseries",
                "enforceUniquenessCheck",
                "implicitlyCreateIndex");
    }

    @Override
    public Access access() {
        return Access.MANAGE;
    }

    @Override
    public boolean isAdminOnly() {
        return true;
    }

    @Override
    public Reply run(CommandContext context, CommandRequest request) {
        CollectionName name = MongoCollections.namespace(request.collection());
        if (ConfigDatabase.isInternal(name.database())) {
            throw new CommandError(
                    MongoCode.ILLEGAL_OPERATION, "can't shard collections in the " + name.database() + " database");
        }
        BsonDocument key = request.tree("key").orElseThrow(() -> request.missing("key"));
        ShardKey.check(key);
        checkOptions(request, key);
        int parts = parts(request);
        MongoCollections collections = context.services().collections();
        collections.requireName(name.database(), name.collection());
        Optional<Collection> existing = collections.find(name);
        if (existing.isEmpty()) {
            collections.createSharded(name, new BsonDocument(), key, parts);
        } else if (ShardKey.of(existing.get()) != null) {
            requireSame(existing.get(), key);
        } else {
            divide(context, request, existing.get(), key, parts);
        }
        return Reply.ok(new BsonBuilder().text("collectionsharded", request.collection()));
    }

    private static void checkOptions(CommandRequest request, BsonDocument key) {
        if (request.has("timeseries")) {
            throw new CommandError(
                    MongoCode.ILLEGAL_OPERATION, "can't shard a time-series collection: it is not supported");
        }
        if (request.bool("unique", false) && ShardKey.isHashed(key)) {
            throw new CommandError(
                    MongoCode.INVALID_OPTIONS,
                    "Hashed shard keys cannot be declared unique. It's possible to ensure uniqueness on the hashed field"
                            + " by declaring an additional (non-hashed) unique index on the field.");
        }
        boolean isSimple = request.tree("collation")
                .map(collation -> collation.equals(new BsonDocument("locale", new BsonString("simple"))))
                .orElse(true);
        if (!isSimple) {
            throw new CommandError(
                    MongoCode.BAD_VALUE,
                    "The collation for shardCollection must be {locale: 'simple'}, but found: "
                            + request.tree("collation").orElseThrow().toJson());
        }
    }

    private static int parts(CommandRequest request) {
        long asked = request.number("numInitialChunks", 0);
        if (asked < 0 || asked > CollectionStorage.SHARDS_MAX) {
            throw new CommandError(
                    MongoCode.INVALID_OPTIONS,
                    "numInitialChunks must be between 1 and " + CollectionStorage.SHARDS_MAX + ", but is " + asked);
        }
        return asked == 0 ? CHUNKS_STANDARD : (int) asked;
    }

    private static void requireSame(Collection collection, BsonDocument key) {
        if (!key.equals(ShardKey.of(collection))) {
            throw new CommandError(
                    MongoCode.ALREADY_INITIALIZED,
                    "sharding already enabled for collection " + text(collection.name()));
        }
    }

    private static void divide(
            CommandContext context, CommandRequest request, Collection collection, BsonDocument key, int parts) {
        CollectionName name = collection.name();
        requireUniqueWithin(collection, key);
        BsonDocument options = CollectionSettings.options(collection.record());
        if (options.containsKey("capped") || options.containsKey("timeseries") || options.containsKey("collation")) {
            throw new CommandError(
                    MongoCode.INVALID_OPTIONS,
                    "can't shard the collection " + text(name)
                            + ", which is capped, of time series or has a collation");
        }
        BsonArray indexes = new BsonArray(IndexListing.of(collection.record()).stream()
                .filter(index -> !index.getString("name").getValue().equals(IndexListing.ID_INDEX))
                .toList());
        MongoCollections collections = context.services().collections();
        CollectionName aside = new CollectionName(
                MongoCollections.FACE, name.database(), name.collection() + ".resharded." + UUID.randomUUID());
        collections.engine().catalog().rename(name, aside, false);
        Collection moved = collections.find(aside).orElseThrow();
        if (documents(moved) > 0) {
            collections.engine().catalog().rename(aside, name, false);
            throw new CommandError(
                    MongoCode.ILLEGAL_OPERATION,
                    "can't shard the collection " + text(name)
                            + ", which is not empty: how many shards a collection has"
                            + " is decided when it is made. Export its documents, drop it, shard it and import them");
        }
        collections.createSharded(name, options, key, parts);
        for (int attempt = 0; attempt < CARRIED_MAX && documents(moved) > 0; attempt++) {
            carryOver(context, request, aside, name);
        }
        collections.engine().catalog().drop(aside);
        collections.forget(moved);
        if (!indexes.isEmpty()) {
            new CreateIndexesCommand()
                    .run(
                            context,
                            request.of(
                                    name.database(),
                                    new BsonDocument("createIndexes", new BsonString(name.collection()))
                                            .append("indexes", indexes)));
        }
    }

    /** The number of documents that any server has written, hidden ones included. */
    private static long documents(Collection collection) {
        return collection.shardStatistics().stream()
                .mapToLong(ShardStatistics::documents)
                .sum();
    }

    private static void carryOver(
            CommandContext context, CommandRequest request, CollectionName from, CollectionName to) {
        BsonDocument merge = new BsonDocument("into", new BsonString(to.collection()))
                .append("on", new BsonString("_id"))
                .append("whenMatched", new BsonString("keepExisting"))
                .append("whenNotMatched", new BsonString("insert"));
        BsonDocument command = new BsonDocument("aggregate", new BsonString(from.collection()))
                .append("pipeline", new BsonArray(List.of(new BsonDocument("$merge", merge))))
                .append("cursor", new BsonDocument());
        new AggregateCommand().run(context, request.of(from.database(), command));
    }

    private static void requireUniqueWithin(Collection collection, BsonDocument key) {
        List<IndexDefinition> made = IndexListing.made(collection.record());
        for (IndexDefinition index : made) {
            BsonDocument pattern = IndexListing.key(index);
            if (index.unique() && !pattern.getFirstKey().equals("_id")) {
                throw new CommandError(
                        MongoCode.INVALID_OPTIONS,
                        "can't shard collection '" + text(collection.name()) + "' with unique index on "
                                + pattern.toJson() + " and proposed shard key " + key.toJson()
                                + ". Uniqueness can't be maintained unless shard key is a prefix");
            }
        }
    }

    private static String text(CollectionName name) {
        return name.database() + "." + name.collection();
    }
}
