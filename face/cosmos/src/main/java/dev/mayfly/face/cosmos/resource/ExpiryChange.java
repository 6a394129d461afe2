package dev.mayfly.face.cosmos.resource;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.base.document.KeyDecoder;
import dev.mayfly.engine.catalog.ExpireLimit;
import dev.mayfly.engine.forecast.DryRun;
import dev.mayfly.engine.forecast.DryRunTree;
import dev.mayfly.face.cosmos.error.CosmosException;
import dev.mayfly.face.cosmos.http.CosmosRequest;
import dev.mayfly.face.cosmos.http.CosmosResponse;
import dev.mayfly.face.cosmos.http.RequestField;
import dev.mayfly.face.cosmos.http.RequestUnits;
import dev.mayfly.face.cosmos.partition.PartitionKeyPaths;
import java.util.stream.Collectors;
import org.bson.BsonDocument;
import org.bson.BsonUndefined;
import org.bson.BsonValue;
import org.bson.json.JsonMode;
import org.bson.json.JsonWriterSettings;

/**
 * The additional header fields of a request that replaces a container: {@code x-mayfly-dry-run} answers with the items
 * it would expire and changes nothing, {@code x-mayfly-max-expire} limits the items it may expire at once.
 */
final class ExpiryChange {
    private static final JsonWriterSettings RELAXED =
            JsonWriterSettings.builder().outputMode(JsonMode.RELAXED).build();

    private ExpiryChange() {}

    static boolean isDryRun(CosmosRequest request) {
        return request.fields().isTrue(RequestField.DRY_RUN);
    }

    /** Returns the limit for this request, or inherited. */
    static ExpireLimit allowed(CosmosRequest request) {
        String given = request.fields().given(RequestField.MAX_EXPIRE);
        if (given == null) {
            return ExpireLimit.INHERITED;
        }
        try {
            long documents = Long.parseLong(given);
            if (documents >= 0) {
                return new ExpireLimit(documents);
            }
        } catch (NumberFormatException _) {
            // Said below, as for a number below 0.
        }
        throw CosmosException.badRequest(
                RequestField.MAX_EXPIRE.word() + " must be a whole number of items, at least 0.");
    }

    static CosmosResponse answer(DryRun run) {
        byte[] body = CosmosJson.bytes(
                CosmosJson.tree(DryRunTree.of(run, ExpiryChange::text, path -> PartitionKeyPaths.text(path.names()))));
        return CosmosResponse.of(200, body).charge(RequestUnits.METADATA);
    }

    /** The partition key and the id, as an array. */
    private static String text(DocumentKey key) {
        return KeyDecoder.decode(key.bytes()).stream()
                .map(ExpiryChange::json)
                .collect(Collectors.joining(", ", "[", "]"));
    }

    private static String json(BsonValue value) {
        if (value instanceof BsonUndefined) {
            return "{}";
        }
        String wrapped = new BsonDocument("", value).toJson(RELAXED);
        return wrapped.substring("{\"\": ".length(), wrapped.length() - 1);
    }
}
