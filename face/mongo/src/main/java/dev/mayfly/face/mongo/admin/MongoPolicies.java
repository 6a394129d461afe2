package dev.mayfly.face.mongo.admin;

import dev.mayfly.engine.Collection;
import dev.mayfly.engine.catalog.IndexDefinition;
import dev.mayfly.engine.catalog.PropertyTerm;
import dev.mayfly.engine.schema.IndexRequest;
import dev.mayfly.face.api.FacePolicies;
import dev.mayfly.face.api.FaceRefusal;
import dev.mayfly.face.api.PropertyIndexes;
import dev.mayfly.face.api.RuleChange;
import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoRelease;
import dev.mayfly.face.mongo.collection.CollectionSettings;
import dev.mayfly.face.mongo.collection.IndexConflicts;
import dev.mayfly.face.mongo.collection.IndexFitting;
import dev.mayfly.face.mongo.collection.IndexListing;
import dev.mayfly.face.mongo.collection.IndexSpec;
import dev.mayfly.face.mongo.collection.MongoCollections;
import dev.mayfly.face.mongo.collection.PropertyOption;
import dev.mayfly.face.mongo.collection.TtlSeconds;
import dev.mayfly.face.mongo.collection.ttl.TtlRules;
import dev.mayfly.face.mongo.language.error.QueryException;
import dev.mayfly.face.mongo.stream.ExpandedEvents;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.locks.ReentrantLock;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;

/** Rules of this face are its TTL indexes: made, changed and dropped as commands would. */
public final class MongoPolicies implements FacePolicies {
    private final MongoCollections collections;
    private final MongoRelease release;

    public MongoPolicies(MongoCollections collections, MongoRelease release) {
        this.collections = collections;
        this.release = release;
    }

    /**
     * An index with a rule.
     *
     * @param seconds empty for none such
     */
    private record TtlIndex(String path, OptionalLong seconds) {
        static TtlIndex of(RuleChange rule) {
            return switch (rule) {
                case RuleChange.Property _ -> throw new IllegalArgumentException("no index over a date");
                case RuleChange.DefaultOff _ -> new TtlIndex(IndexSpec.TS, OptionalLong.empty());
                case RuleChange.DefaultNone _ -> new TtlIndex(IndexSpec.TS, OptionalLong.of(TtlSeconds.NO_DEFAULT));
                case RuleChange.DefaultAfter(long seconds) -> new TtlIndex(IndexSpec.TS, OptionalLong.of(seconds));
                case RuleChange.Field(String path, OptionalLong seconds) -> new TtlIndex(path, seconds);
                case RuleChange.MaxTtl _ -> throw FaceRefusal.noSuchRule("mongo", "default, fields and properties");
            };
        }
    }

    @Override
    public void alone(Collection collection, Runnable work) {
        ReentrantLock changing = collections.changing(
                collection.name().database(), collection.name().collection());
        changing.lock();
        try {
            work.run();
        } finally {
            changing.unlock();
        }
    }

    @Override
    public void collect(Collection collecting, List<RuleChange> rules) {
        try {
            for (RuleChange rule : rules) {
                if (rule instanceof RuleChange.Property property) {
                    PropertyIndexes.collect(collecting, property, wanted -> request(collecting, wanted));
                } else {
                    collect(collecting, TtlIndex.of(rule));
                }
            }
        } catch (CommandError refusal) {
            throw new FaceRefusal(FaceRefusal.Reason.INVALID, refusal.text());
        } catch (QueryException refusal) {
            throw new FaceRefusal(FaceRefusal.Reason.INVALID, String.valueOf(refusal.getMessage()));
        }
    }

    private void collect(Collection collecting, TtlIndex wanted) {
        Optional<IndexDefinition> ruled = ruled(collecting, wanted.path);
        if (wanted.seconds.isEmpty()) {
            ruled.ifPresent(index -> collecting.definition().dropIndex(index.name()));
            return;
        }
        Optional<IndexDefinition> index = ruled.or(() -> plain(collecting, wanted.path));
        if (index.isPresent()) {
            boolean ofTs = TtlRules.isOfTs(index.get());
            TtlRules.change(
                    collecting, index.get(), TtlSeconds.ofChange(new BsonInt64(wanted.seconds.getAsLong()), ofTs));
        } else {
            create(collecting, wanted.path, wanted.seconds.getAsLong());
        }
    }

    private void create(Collection collecting, String path, long seconds) {
        BsonDocument asked = new BsonDocument("key", new BsonDocument(path, new BsonInt32(1)))
                .append("name", new BsonString(path + "_1"))
                .append("expireAfterSeconds", new BsonInt64(seconds));
        IndexSpec spec = IndexSpec.of(asked, false, CollectionSettings.collation(collecting.record()), release);
        IndexFitting.require(collecting, List.of(spec));
        if (!IndexConflicts.isThere(collecting.record(), spec, release)) {
            IndexFitting.requireRoom(collecting, spec);
            collecting.definition().createIndex(spec.request());
        }
    }

    /** A key that is the property itself stands for when that was set, so a date in the property cannot be asked for. */
    private IndexRequest request(Collection collecting, RuleChange.Property wanted) {
        if (wanted.term().start() == PropertyTerm.Start.DATE
                && wanted.from().equals(wanted.term().path())) {
            throw FaceRefusal.invalid(
                    "in mongo a property cannot go by the date that it holds itself; the date of another"
                            + " property, and when it was set, can be counted from");
        }
        String key = wanted.term().start() == PropertyTerm.Start.DOCUMENT_WRITTEN
                ? IndexSpec.TS
                : wanted.from().dotted();
        String path = wanted.term().path().dotted();
        BsonDocument asked = new BsonDocument("key", new BsonDocument(key, new BsonInt32(1)))
                .append("name", new BsonString(key + "_1_property_" + path))
                .append("expireAfterSeconds", new BsonInt64(wanted.seconds().orElseThrow()))
                .append(PropertyOption.NAME, new BsonDocument("property", new BsonString(path)));
        IndexSpec spec = IndexSpec.of(asked, false, CollectionSettings.collation(collecting.record()), release);
        IndexFitting.require(collecting, List.of(spec));
        IndexFitting.requireRoom(collecting, spec);
        return spec.request();
    }

    /** Streams with expanded events are told how the rules are now. */
    @Override
    public void made(Collection collection, List<RuleChange> rules) {
        ExpandedEvents events = new ExpandedEvents(collections);
        for (RuleChange rule : rules) {
            if (rule instanceof RuleChange.Property) {
                continue;
            }
            TtlIndex wanted = TtlIndex.of(rule);
            BsonDocument index = new BsonDocument("keyPattern", new BsonDocument(wanted.path, new BsonInt32(1)));
            wanted.seconds.ifPresent(seconds -> index.append("expireAfterSeconds", new BsonInt64(seconds)));
            events.modified(collection, new BsonDocument("index", index));
        }
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
        return key.size() == 1 && key.getFirstKey().equals(path) && !PropertyOption.isOf(index);
    }
}
