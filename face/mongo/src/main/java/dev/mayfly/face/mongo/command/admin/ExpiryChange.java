package dev.mayfly.face.mongo.command.admin;

import dev.mayfly.base.document.BsonView;
import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.base.document.KeyDecoder;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.catalog.ExpireLimit;
import dev.mayfly.engine.forecast.DryRun;
import dev.mayfly.engine.forecast.DryRunTree;
import dev.mayfly.engine.schema.PolicyChange;
import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import dev.mayfly.face.mongo.command.CommandRequest;
import dev.mayfly.face.mongo.language.run.OperationContext;
import dev.mayfly.face.mongo.wire.BsonBuilder;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.json.JsonMode;
import org.bson.json.JsonWriterSettings;
import org.jspecify.annotations.Nullable;

/**
 * Mayfly's own fields of commands that may change when documents expire: {@code dryRun} reports what the command would
 * do and changes nothing, {@code maxExpire} allows this command to expire up to that many documents at once.
 */
final class ExpiryChange {
    static final Set<String> FIELDS = Set.of("dryRun", "maxExpire");

    private static final JsonWriterSettings RELAXED =
            JsonWriterSettings.builder().outputMode(JsonMode.RELAXED).build();

    private final Collection collection;
    private final @Nullable PolicyChange rehearsal;

    private ExpiryChange(Collection collection, @Nullable PolicyChange rehearsal) {
        this.collection = collection;
        this.rehearsal = rehearsal;
    }

    static boolean isDryRun(CommandRequest request) {
        return request.bool("dryRun", false);
    }

    static ExpiryChange of(Collection collection, CommandRequest request) {
        Optional<BsonView> limit = request.field("maxExpire");
        Collection allowing =
                limit.isPresent() ? collection.allowing(limit(limit.get().toBsonValue())) : collection;
        if (!isDryRun(request)) {
            return new ExpiryChange(allowing, null);
        }
        PolicyChange rehearsal = new PolicyChange();
        return new ExpiryChange(allowing.collecting(rehearsal), rehearsal);
    }

    private static ExpireLimit limit(BsonValue value) {
        boolean isWhole = value.isNumber()
                && value.asNumber().doubleValue() == value.asNumber().longValue();
        if (!isWhole || value.asNumber().longValue() < 0) {
            throw new CommandError(MongoCode.BAD_VALUE, "'maxExpire' must be a whole number of documents, at least 0");
        }
        return new ExpireLimit(value.asNumber().longValue());
    }

    /** The collection over which the command runs. */
    Collection collection() {
        return collection;
    }

    /** Adds the effect that the command would have had; nothing if the command was really carried out. */
    void answer(BsonBuilder reply, long now) {
        if (rehearsal != null) {
            // The client that waits for a scan may give up, or have it killed.
            DryRun run = collection
                    .forecasts()
                    .dryRun(
                            rehearsal,
                            DryRunTree.week(now),
                            (_, _) -> OperationContext.current().check());
            reply.value("dryRun", bson(DryRunTree.of(run, ExpiryChange::text)));
        }
    }

    private static String text(DocumentKey key) {
        String wrapped = new BsonDocument("", KeyDecoder.decode(key.bytes()).getFirst()).toJson(RELAXED);
        return wrapped.substring("{\"\": ".length(), wrapped.length() - 1);
    }

    private static BsonValue bson(Object value) {
        return switch (value) {
            case Map<?, ?> fields -> {
                BsonDocument document = new BsonDocument();
                fields.forEach(
                        (name, field) -> document.append(String.valueOf(name), bson(Objects.requireNonNull(field))));
                yield document;
            }
            case List<?> elements -> {
                BsonArray array = new BsonArray();
                elements.forEach(element -> array.add(bson(Objects.requireNonNull(element))));
                yield array;
            }
            case Long number -> new BsonInt64(number);
            case Boolean truth -> BsonBoolean.valueOf(truth);
            default -> new BsonString(value.toString());
        };
    }
}
