package dev.mayfly.face.mongo.command.admin;

import dev.mayfly.engine.Collection;
import dev.mayfly.engine.catalog.CollectionRecord;
import dev.mayfly.engine.catalog.IndexDefinition;
import dev.mayfly.engine.expiry.Policy;
import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import dev.mayfly.face.mongo.MongoRelease;
import dev.mayfly.face.mongo.collection.BucketDelay;
import dev.mayfly.face.mongo.collection.CappedLimits;
import dev.mayfly.face.mongo.collection.CollectionSettings;
import dev.mayfly.face.mongo.collection.IndexKeys;
import dev.mayfly.face.mongo.collection.IndexListing;
import dev.mayfly.face.mongo.collection.TtlSeconds;
import dev.mayfly.face.mongo.collection.ttl.TtlRules;
import dev.mayfly.face.mongo.command.Access;
import dev.mayfly.face.mongo.command.CollectionIdentity;
import dev.mayfly.face.mongo.command.CommandContext;
import dev.mayfly.face.mongo.command.CommandRequest;
import dev.mayfly.face.mongo.command.GenericFields;
import dev.mayfly.face.mongo.command.MongoCommand;
import dev.mayfly.face.mongo.command.PowerOf2Sizes;
import dev.mayfly.face.mongo.language.value.ShellText;
import dev.mayfly.face.mongo.language.value.TypeNames;
import dev.mayfly.face.mongo.stream.ExpandedEvents;
import dev.mayfly.face.mongo.wire.BsonBuilder;
import dev.mayfly.face.mongo.wire.Reply;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonType;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** Changes the rule of an index, gives one to an index that had none, hides an index, or sets how expiry is seen. */
public final class CollModCommand implements MongoCommand {
    @Override
    public String name() {
        return "collMod";
    }

    @Override
    public Set<String> fields() {
        return Set.of(
                "index",
                "expireAfterSeconds",
                "validator",
                "validationLevel",
                "validationAction",
                "viewOn",
                "pipeline",
                "cappedSize",
                "cappedMax",
                "timeseries",
                StreamImages.OPTION,
                "dryRun",
                "maxExpire",
                "ttlVisibility",
                PowerOf2Sizes.OPTION,
                CollectionIdentity.FIELD);
    }

    @Override
    public Access access() {
        return Access.WRITE;
    }

    @Override
    public Reply run(CommandContext context, CommandRequest request) {
        if (ExpiryChange.isDryRun(request)) {
            return rehearse(context, request);
        }
        ReentrantLock changing = context.services().collections().changing(request.database(), request.collection());
        changing.lock();
        try {
            if (context.services().collections().isView(request.database(), request.collection())) {
                return ViewFields.change(context, request);
            }
            ViewFields.refuse(request);
            Collection collection = find(context, request);
            BsonBuilder reply = new BsonBuilder();
            change(context, ExpiryChange.of(collection, request).collection(), request, reply);
            new ExpandedEvents(context.services().collections()).modified(collection, asked(request));
            return Reply.ok(reply);
        } finally {
            changing.unlock();
        }
    }

    private static Collection find(CommandContext context, CommandRequest request) {
        return context.services()
                .collections()
                .find(request.database(), request.collection())
                .orElseThrow(() -> new CommandError(MongoCode.NAMESPACE_NOT_FOUND, "ns does not exist"));
    }

    /** Does all that the command does, but for the write. */
    private static Reply rehearse(CommandContext context, CommandRequest request) {
        ViewFields.refuse(request);
        ExpiryChange rehearsed = ExpiryChange.of(find(context, request), request);
        BsonBuilder reply = new BsonBuilder();
        change(context, rehearsed.collection(), request, reply);
        rehearsed.answer(reply, context.now());
        return Reply.ok(reply);
    }

    private static void change(
            CommandContext context, Collection collection, CommandRequest request, BsonBuilder reply) {
        MongoRelease release = context.services().settings().release();
        KindFields.change(context, request, collection);
        changeOptions(collection, request);
        PowerOf2Sizes.change(collection, request, release, reply);
        request.text("ttlVisibility").ifPresent(visibility -> setVisibility(collection, visibility));
        Optional<BsonDocument> index = request.tree("index");
        if (index.isPresent()) {
            changeIndex(collection, index.get(), release, reply);
        }
    }

    /** Returns the changes that the client requests, without the fields that any command may carry. */
    private static BsonDocument asked(CommandRequest request) {
        BsonDocument asked = request.body().toBsonValue().asDocument().clone();
        asked.keySet()
                .removeIf(field -> field.equals("collMod")
                        || field.equals(CollectionIdentity.FIELD)
                        || ExpiryChange.FIELDS.contains(field)
                        || GenericFields.NAMES.contains(field));
        return asked;
    }

    private static void changeOptions(Collection collection, CommandRequest request) {
        BsonDocument before = CollectionSettings.options(collection.record());
        BsonDocument options = before.clone();
        ValidationFields.append(request, options);
        CappedFields.change(request, CappedLimits.of(collection.record()) != null, options);
        StreamImages.append(request, options);
        if (!options.equals(before)) {
            collection.definition().alterOptions(CollectionSettings.replaced(collection.record(), options));
        }
    }

    /** Our own option: {@code exact}, or {@code lazy} as mongod shows expired documents. */
    private static void setVisibility(Collection collection, String visibility) {
        Policy.Visibility next = switch (visibility) {
            case "exact" -> Policy.Visibility.EXACT;
            case "lazy" -> Policy.Visibility.LAZY;
            default ->
                throw new CommandError(
                        MongoCode.BAD_VALUE, "ttlVisibility must be 'exact' or 'lazy', not '" + visibility + "'");
        };
        BucketDelay.setVisibility(collection, next);
    }

    private static void changeIndex(
            Collection collection, BsonDocument change, MongoRelease release, BsonBuilder reply) {
        requireKnown(change);
        BsonValue seconds = given(change, "expireAfterSeconds");
        BsonValue hidden = given(change, "hidden");
        if (seconds == null && hidden == null) {
            throw invalid("no expireAfterSeconds, hidden, unique, or prepareUnique field");
        }
        requireNotOfId(change);
        IndexDefinition index = choose(collection, change);
        boolean ofTs = TtlRules.isOfTs(index);
        OptionalLong wanted =
                seconds == null ? OptionalLong.empty() : OptionalLong.of(TtlSeconds.ofChange(seconds, ofTs));
        boolean hide = hidden != null && truth(hidden);
        if (wanted.isPresent()) {
            boolean earlier = release == MongoRelease.V3_6;
            if (!earlier || !EarlierRules.change(collection, index, wanted.getAsLong(), reply)) {
                OptionalLong before = TtlRules.change(collection, index, wanted.getAsLong());
                // The old value was not a number of seconds; it meant never, although no client can have requested
                // that.
                before.ifPresent(old -> reply.int64("expireAfterSeconds_old", old > Integer.MAX_VALUE ? 0 : old));
                reply.int64("expireAfterSeconds_new", wanted.getAsLong());
            }
        }
        if (hidden != null) {
            changeHidden(collection, index.name(), hide, reply);
        }
    }

    /** The value of an option, which null leaves out. */
    private static @Nullable BsonValue given(BsonDocument change, String option) {
        BsonValue value = change.get(option);
        return value == null || value.isNull() ? null : value;
    }

    private static void requireKnown(BsonDocument change) {
        for (String field : change.keySet()) {
            if (!Set.of("keyPattern", "name", "expireAfterSeconds", "hidden").contains(field)) {
                boolean known = field.equals("unique") || field.equals("prepareUnique");
                throw known
                        ? new CommandError(
                                MongoCode.COMMAND_NOT_SUPPORTED,
                                "collMod.index." + field + " is not supported by this server")
                        : new CommandError(
                                MongoCode.UNKNOWN_FIELD,
                                "BSON field 'collMod.index." + field + "' is an unknown field.");
            }
        }
        boolean byKey = change.containsKey("keyPattern");
        boolean byName = change.containsKey("name");
        requireType(change, "name", BsonType.STRING);
        requireType(change, "keyPattern", BsonType.DOCUMENT);
        if (byKey && byName) {
            throw invalid("Cannot specify both key pattern and name.");
        }
        if (!byKey && !byName) {
            throw invalid("Must specify either index name or key pattern.");
        }
    }

    private static void requireNotOfId(BsonDocument change) {
        BsonValue key = change.get("keyPattern");
        boolean ofId = key == null
                ? change.getString("name", new BsonString("")).getValue().equals(IndexListing.ID_INDEX)
                : key.isDocument() && IndexKeys.isId(key.asDocument());
        if (ofId && given(change, "expireAfterSeconds") != null) {
            throw invalid("the _id field does not support TTL indexes");
        }
        if (ofId) {
            throw new CommandError(MongoCode.BAD_VALUE, "can't hide _id index");
        }
    }

    private static void requireType(BsonDocument change, String field, BsonType type) {
        BsonValue value = change.get(field);
        if (value != null && value.getBsonType() != type) {
            throw new CommandError(
                    MongoCode.TYPE_MISMATCH,
                    "BSON field 'collMod.index." + field + "' is the wrong type '" + TypeNames.of(value.getBsonType())
                            + "', expected type '" + TypeNames.of(type) + "'");
        }
    }

    private static IndexDefinition choose(Collection collection, BsonDocument change) {
        CollectionRecord record = collection.record();
        boolean byName = change.containsKey("name");
        Optional<IndexDefinition> chosen = byName
                ? IndexChoice.byName(record, change.getString("name").getValue())
                : IndexChoice.byKey(record, change.getDocument("keyPattern"));
        return chosen.orElseThrow(() -> new CommandError(
                MongoCode.INDEX_NOT_FOUND,
                "cannot find index "
                        + (byName
                                ? change.getString("name").getValue()
                                : ShellText.of(change.getDocument("keyPattern")))
                        + " for ns " + collection.name().database() + "."
                        + collection.name().collection()));
    }

    private static boolean truth(BsonValue value) {
        if (!value.isBoolean() && !value.isNumber()) {
            throw new CommandError(
                    MongoCode.TYPE_MISMATCH,
                    "BSON field 'collMod.index.hidden' is the wrong type '" + TtlSeconds.typeName(value)
                            + "', expected types '[bool, long, int, decimal, double]'");
        }
        return value.isBoolean()
                ? value.asBoolean().getValue()
                : value.asNumber().doubleValue() != 0;
    }

    /** Hides an index or shows it again; a change without effect is not in the answer. */
    private static void changeHidden(Collection collection, String index, boolean hidden, BsonBuilder reply) {
        boolean before = collection.record().index(index).orElseThrow().hidden();
        if (before != hidden) {
            collection.definition().alterIndex(index, definition -> definition.withHidden(hidden));
            reply.bool("hidden_old", before).bool("hidden_new", hidden);
        }
    }

    private static CommandError invalid(String text) {
        return new CommandError(MongoCode.INVALID_OPTIONS, text);
    }
}
