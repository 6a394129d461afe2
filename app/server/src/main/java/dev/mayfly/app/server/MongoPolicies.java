package dev.mayfly.app.server;

import dev.mayfly.app.console.FacePolicies;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.Rehearsal;
import dev.mayfly.engine.catalog.CollectionName;
import dev.mayfly.engine.catalog.ExpireLimit;
import dev.mayfly.engine.catalog.IndexDefinition;
import dev.mayfly.engine.forecast.DryRun;
import dev.mayfly.engine.forecast.DryRunTree;
import dev.mayfly.engine.forecast.ScanProgress;
import dev.mayfly.face.mongo.collection.IndexListing;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.json.JsonMode;
import org.bson.json.JsonWriterSettings;
import tools.jackson.databind.json.JsonMapper;

/** Rules of the mongo face: its TTL indexes, made, changed and dropped by its own commands. */
final class MongoPolicies implements FacePolicies {
    private static final JsonMapper JSON = new JsonMapper();
    private static final JsonWriterSettings RELAXED =
            JsonWriterSettings.builder().outputMode(JsonMode.RELAXED).build();

    /** The key of the index that stands for the rule over the last modification. */
    private static final String TS = "_ts";

    /** What that index has where only documents with a lifetime of their own expire. */
    private static final long NO_DEFAULT = -1;

    private final MongoDocuments commands;

    MongoPolicies(MongoDocuments commands) {
        this.commands = commands;
    }

    /**
     * An index with a rule.
     *
     * @param seconds empty for none such
     */
    private record Wanted(String path, OptionalLong seconds) {
        static Wanted of(RuleChange rule) {
            return switch (rule) {
                case RuleChange.DefaultOff _ -> new Wanted(TS, OptionalLong.empty());
                case RuleChange.DefaultNone _ -> new Wanted(TS, OptionalLong.of(NO_DEFAULT));
                case RuleChange.DefaultAfter(long seconds) -> new Wanted(TS, OptionalLong.of(seconds));
                case RuleChange.Field(String path, OptionalLong seconds) -> new Wanted(path, seconds);
                case RuleChange.MaxTtl _ -> throw FacePolicies.noSuchRule("mongo", "default and fields");
            };
        }
    }

    @Override
    public void change(Collection collection, RuleChange rule, ExpireLimit allowed) {
        Wanted wanted = Wanted.of(rule);
        if (wanted.seconds.isPresent()) {
            commands.run(command(collection, wanted, wanted.seconds.getAsLong())
                    .append("maxExpire", new BsonInt64(allowed.documents())));
            return;
        }
        Optional<IndexDefinition> index = ruled(collection, wanted.path);
        if (index.isPresent()) {
            commands.run(begin(collection.name(), "dropIndexes")
                    .append("index", new BsonString(index.get().name())));
        }
    }

    @Override
    public String dryRun(Collection collection, RuleChange rule) {
        Wanted wanted = Wanted.of(rule);
        if (wanted.seconds.isPresent()) {
            BsonDocument command = command(collection, wanted, wanted.seconds.getAsLong());
            return commands.run(command.append("dryRun", BsonBoolean.TRUE))
                    .getDocument("dryRun")
                    .toJson(RELAXED);
        }
        Rehearsal rehearsal = new Rehearsal();
        Collection rehearsing = collection.rehearsing(rehearsal);
        ruled(collection, wanted.path)
                .ifPresent(index -> rehearsing.definition().dropIndex(index.name()));
        DryRun run = rehearsing
                .outlook()
                .dryRun(rehearsal, DryRunTree.week(collection.reading().now()), ScanProgress.NONE);
        Map<String, Object> tree = DryRunTree.of(run, ExtendedJsonKeys.INSTANCE::write);
        return JSON.writeValueAsString(tree);
    }

    /** Changes the index over the path, or makes one. */
    private static BsonDocument command(Collection collection, Wanted wanted, long seconds) {
        Optional<IndexDefinition> index = ruled(collection, wanted.path).or(() -> plain(collection, wanted.path));
        if (index.isPresent()) {
            return begin(collection.name(), "collMod")
                    .append(
                            "index",
                            new BsonDocument("name", new BsonString(index.get().name()))
                                    .append("expireAfterSeconds", new BsonInt64(seconds)));
        }
        BsonDocument made = new BsonDocument("key", new BsonDocument(wanted.path, new BsonInt32(1)))
                .append("name", new BsonString(wanted.path + "_1"))
                .append("expireAfterSeconds", new BsonInt64(seconds));
        return begin(collection.name(), "createIndexes").append("indexes", new BsonArray(List.of(made)));
    }

    private static BsonDocument begin(CollectionName name, String command) {
        return new BsonDocument(command, new BsonString(name.collection()))
                .append("$db", new BsonString(name.database()));
    }

    /** The TTL index over the path. */
    private static Optional<IndexDefinition> ruled(Collection collection, String path) {
        return collection.record().indexes().stream()
                .filter(index -> isOver(index, path)
                        && IndexListing.seconds(collection.record(), index).isPresent())
                .findFirst();
    }

    /** An index over the path that may become one. */
    private static Optional<IndexDefinition> plain(Collection collection, String path) {
        return collection.record().indexes().stream()
                .filter(index -> isOver(index, path) && index.kind() == IndexDefinition.Kind.ORDERED)
                .findFirst();
    }

    private static boolean isOver(IndexDefinition index, String path) {
        BsonDocument key = IndexListing.key(index);
        return key.size() == 1 && key.getFirstKey().equals(path);
    }
}
