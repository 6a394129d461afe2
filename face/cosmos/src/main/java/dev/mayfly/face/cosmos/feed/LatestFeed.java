package dev.mayfly.face.cosmos.feed;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mayfly.base.document.JsonView;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.read.Document;
import dev.mayfly.engine.read.ModifiedCursor;
import dev.mayfly.face.cosmos.http.CosmosRequest;
import dev.mayfly.face.cosmos.http.CosmosResponse;
import dev.mayfly.face.cosmos.http.RequestField;
import dev.mayfly.face.cosmos.resource.Container;
import java.io.ByteArrayOutputStream;
import java.util.OptionalLong;

/** The change feed of latest versions: each item once, where it was written last; none that is gone. */
final class LatestFeed {
    private static final byte[] CURRENT = "{\"current\":".getBytes(UTF_8);
    private static final byte[] METADATA = ",\"metadata\":{\"lsn\":".getBytes(UTF_8);
    private static final long MILLIS_PER_SECOND = 1_000;

    private LatestFeed() {}

    static CosmosResponse read(CosmosRequest request, Container container) {
        Collection collection = container.collection();
        FeedScope scope = FeedScope.of(request, container);
        OptionalLong since = FeedStart.since(request);
        int shards = scope.shards().size();
        FeedPosition after = switch (FeedStart.of(request, shards)) {
            case FeedStart.Beginning _ ->
                FeedPosition.everywhere(
                        since.isPresent() ? collection.writeOrder().versionBefore(since.getAsLong()) : 0, shards);
            case FeedStart.Now _ -> scope.settled(collection);
            case FeedStart.Behind behind -> behind.position();
        };
        FeedPage page = new FeedPage(request, container, after);
        boolean isSeparate = request.fields().given(RequestField.CHANGE_FEED_FORMAT) != null;
        for (int place : after.eldestFirst()) {
            try (ModifiedCursor items = scope.byRecency(collection, after, place)) {
                page.begin(place, items.end());
                for (Document item = items.next(); item != null; item = items.next()) {
                    if (page.endsBefore(item.version())) {
                        return page.response();
                    }
                    boolean isLater = since.isEmpty() || item.stamp().modified() >= since.getAsLong();
                    if (isLater && scope.covers((JsonView) item.view())) {
                        byte[] shown = container.items().shownWithLsn(item);
                        page.add(item.version(), isSeparate ? separate(item, shown) : shown);
                    }
                }
                page.end(items.end());
            }
        }
        return page.response();
    }

    /** The format in which what the system says of a change stands beside the item; both modes have it. */
    private static byte[] separate(Document item, byte[] shown) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(shown.length + 128);
        out.writeBytes(CURRENT);
        out.writeBytes(shown);
        out.writeBytes(METADATA);
        long seconds = Math.floorDiv(item.stamp().modified(), MILLIS_PER_SECOND);
        out.writeBytes((item.version() + ",\"crts\":" + seconds + "}}").getBytes(UTF_8));
        return out.toByteArray();
    }
}
