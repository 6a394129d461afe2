package dev.mayfly.face.cosmos.feed;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mayfly.face.cosmos.http.CosmosRequest;
import dev.mayfly.face.cosmos.http.CosmosResponse;
import dev.mayfly.face.cosmos.http.RequestUnits;
import dev.mayfly.face.cosmos.resource.Container;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;

/**
 * A page of a change feed while it is filled, from one shard after the other. All entries of one version were written together
 * and come in one page, so a page ends after the version with which it is full. Used by one thread.
 */
final class FeedPage {
    /** The entries of a page if the client leaves the number to the server. */
    private static final int ITEMS_STANDARD = 1_000;

    /** The bytes after which no other version begins; the entries of one version take less than as much again. */
    private static final int BYTES_FULL = 2 << 20;

    private static final byte[] END = "],\"_count\":".getBytes(UTF_8);
    private static final long NONE = -1;

    private final Container container;
    private final int itemsMax;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final List<Long> positions;
    private int place;
    private int items;
    private long last = NONE;
    private long settled;

    /** @param start behind which it begins */
    FeedPage(CosmosRequest request, Container container, FeedPosition start) {
        int asked = request.maxItemCount();
        this.container = container;
        this.itemsMax = asked < 0 ? ITEMS_STANDARD : asked;
        this.positions = new ArrayList<>(start.versions());
        out.writeBytes(("{\"_rid\":\"" + container.rid() + "\",\"Documents\":[").getBytes(UTF_8));
    }

    /**
     * Goes over to a shard.
     *
     * @param shard its place in the position
     * @param end the version up to which it is complete
     */
    void begin(int shard, long end) {
        place = shard;
        last = NONE;
        settled = Math.max(settled, end);
    }

    /** Returns true if an entry of this version belongs to the next page. */
    boolean endsBefore(long version) {
        return items > 0 && version != last && (items >= itemsMax || out.size() >= BYTES_FULL);
    }

    void add(long version, byte[] json) {
        if (items++ > 0) {
            out.write(',');
        }
        out.writeBytes(json);
        last = version;
        positions.set(place, version);
    }

    /** Nothing more is in the shard up to its end. */
    void end(long end) {
        positions.set(place, end);
    }

    /** Returns the answer. Clients take the session token for the end of the feed: so it holds that of this container. */
    CosmosResponse response() {
        CosmosResponse response = items == 0 ? notModified() : page();
        return response.etag(new FeedPosition(positions).etag())
                .owner(container.names(), container.rid())
                .lsn(settled);
    }

    private static CosmosResponse notModified() {
        return CosmosResponse.empty(304).charge(RequestUnits.MISS);
    }

    private CosmosResponse page() {
        int bytes = out.size();
        out.writeBytes(END);
        out.writeBytes((items + "}").getBytes(UTF_8));
        return CosmosResponse.of(200, out.toByteArray()).itemCount(items).charge(RequestUnits.feedPage(items, bytes));
    }
}
