package dev.mayfly.face.cosmos.feed;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.base.document.FieldPath;
import dev.mayfly.base.document.JsonView;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.change.ChangeEntry;
import dev.mayfly.engine.change.ChangeKind;
import dev.mayfly.engine.change.HistoryCursor;
import dev.mayfly.engine.change.PropertyInstants;
import dev.mayfly.engine.read.ReadView;
import dev.mayfly.face.cosmos.error.CosmosException;
import dev.mayfly.face.cosmos.http.CosmosRequest;
import dev.mayfly.face.cosmos.http.CosmosResponse;
import dev.mayfly.face.cosmos.partition.PartitionKeyPaths;
import dev.mayfly.face.cosmos.resource.Container;
import java.io.ByteArrayOutputStream;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The change feed of all versions and deletes: every change once, for as long as the container keeps them. An expired
 * item is in it from the announcement of its expiry.
 */
final class FullFeed {
    private static final long MILLIS_PER_SECOND = 1_000;

    private FullFeed() {}

    static CosmosResponse read(CosmosRequest request, Container container) {
        Collection collection = container.collection();
        if (!collection.record().changes().hasHistory()) {
            throw CosmosException.badRequest("The container keeps no versions and deletes: its definition has no"
                    + " 'changeFeedPolicy' with a 'retentionDuration'.");
        }
        FeedScope scope = FeedScope.of(request, container);
        FeedPosition after = after(request, scope, collection);
        FeedPage page = new FeedPage(request, container, after);
        ReadView reading = collection.reading();
        for (int place : after.eldestFirst()) {
            try (HistoryCursor changes = scope.history(collection, after, place)) {
                page.begin(place, changes.end());
                for (ChangeEntry change = changes.next(); change != null; change = changes.next()) {
                    if (page.endsBefore(change.version())) {
                        return page.response();
                    }
                    DocumentKey key = change.key();
                    ItemImage image = key != null && scope.mayCover(key) ? ItemImage.of(change.note()) : null;
                    if (image != null && scope.covers(image.view())) {
                        page.add(change.version(), entry(container, change, shown(reading, change, image)));
                    }
                }
                page.end(changes.end());
            }
        }
        return page.response();
    }

    private static FeedPosition after(CosmosRequest request, FeedScope scope, Collection collection) {
        boolean isFromTime = FeedStart.since(request).isPresent();
        return switch (FeedStart.of(request, scope.shards().size())) {
            case FeedStart.Behind behind -> behind.position();
            case FeedStart.Now _ when !isFromTime -> scope.settled(collection);
            case FeedStart.Now _, FeedStart.Beginning _ ->
                throw CosmosException.badRequest(
                        "All versions and deletes are read from now or from a continuation, not from the beginning or"
                                + " from a time.");
        };
    }

    /** An image as it may be shown now: without the properties that have died since. */
    private static ItemImage shown(ReadView reading, ChangeEntry change, ItemImage image) {
        List<FieldPath> hidden = operation(change.kind()).equals("delete")
                ? PropertyInstants.hiddenBefore(reading, change)
                : PropertyInstants.hiddenAfter(reading, change);
        return hidden.isEmpty() ? image : image.without(hidden);
    }

    private static byte[] entry(Container container, ChangeEntry change, ItemImage image) {
        String operation = operation(change.kind());
        boolean isGone = operation.equals("delete");
        ByteArrayOutputStream out = new ByteArrayOutputStream(image.body().length + 512);
        out.writeBytes((isGone ? "{\"previous\":" : "{\"current\":").getBytes(UTF_8));
        out.writeBytes(image.shown(container.items(), change.version()));
        out.writeBytes((",\"metadata\":{\"operationType\":\"" + operation + "\"").getBytes(UTF_8));
        if (isGone) {
            boolean isExpired = change.kind() == ChangeKind.EXPIRED;
            out.writeBytes((",\"timeToLiveExpired\":" + isExpired).getBytes(UTF_8));
            writeNames(out, container, image.view());
        }
        long at = isGone ? change.at() : image.modified();
        out.writeBytes((",\"lsn\":" + change.version()).getBytes(UTF_8));
        out.writeBytes((",\"crts\":" + Math.floorDiv(at, MILLIS_PER_SECOND)).getBytes(UTF_8));
        out.writeBytes((",\"previousImageLSN\":" + image.previous() + "}}").getBytes(UTF_8));
        return out.toByteArray();
    }

    private static String operation(ChangeKind kind) {
        return switch (kind) {
            // An item that a change of the time to live brought back exists again for clients that were told of its
            // end.
            case INSERTED, BROUGHT_BACK -> "create";
            case REPLACED, MODIFIED -> "replace";
            case REMOVED, EXPIRED -> "delete";
            case CREATED, DROPPED, RENAMED, DATABASE_DROPPED, TOLD ->
                throw new IllegalStateException("a change of no item: " + kind);
        };
    }

    /** Id and partition key of an item that is gone. */
    private static void writeNames(ByteArrayOutputStream out, Container container, JsonView item) {
        out.writeBytes(",\"id\":".getBytes(UTF_8));
        write(out, item.field("id"));
        out.writeBytes(",\"partitionKey\":{".getBytes(UTF_8));
        boolean isFirst = true;
        for (String path : container.definition().partitionKeyPaths()) {
            List<String> names = PartitionKeyPaths.names(path);
            JsonView value = item;
            for (String name : names) {
                value = value == null ? null : value.field(name);
            }
            if (value != null) {
                out.writeBytes(((isFirst ? "" : ",") + quoted(String.join("/", names)) + ":").getBytes(UTF_8));
                write(out, value);
                isFirst = false;
            }
        }
        out.write('}');
    }

    private static String quoted(String name) {
        return "\"" + name.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
    }

    private static void write(ByteArrayOutputStream out, @Nullable JsonView value) {
        if (value == null) {
            out.writeBytes("null".getBytes(UTF_8));
        } else {
            out.write(value.text(), value.from(), value.until() - value.from());
        }
    }
}
