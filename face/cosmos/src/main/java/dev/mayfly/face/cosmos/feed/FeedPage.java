package dev.mayfly.face.cosmos.feed;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mayfly.face.cosmos.http.CosmosRequest;
import dev.mayfly.face.cosmos.http.CosmosResponse;
import dev.mayfly.face.cosmos.http.RequestUnits;
import dev.mayfly.face.cosmos.resource.Container;
import java.io.ByteArrayOutputStream;

/**
 * A page of a change feed while it is filled. All entries of one version were written together and come in one page,
 * so a page ends after the version with which it is full. Used by one thread.
 */
final class FeedPage {
    /** The entries of a page if the client leaves the number to the server. */
    private static final int ITEMS_STANDARD = 1_000;

    /** The bytes after which no other version begins; the entries of one version take less than as much again. */
    private static final int BYTES_FULL = 2 << 20;

    private static final byte[] END = "],\"_count\":".getBytes(UTF_8);

    private final Container container;
    private final int itemsMax;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private int items;
    private long last;

    FeedPage(CosmosRequest request, Container container) {
        int asked = request.maxItemCount();
        this.container = container;
        this.itemsMax = asked < 0 ? ITEMS_STANDARD : asked;
        out.writeBytes(("{\"_rid\":\"" + container.rid() + "\",\"Documents\":[").getBytes(UTF_8));
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
    }

    /** The version of the entry that was added last. */
    long last() {
        return last;
    }

    /**
     * Returns the answer. Clients take the session token for the end of the feed, and compare etags with it: so it
     * holds the position of this container.
     *
     * @param position the version after which the next page begins
     * @param settled the version up to which the feed was complete when it was read
     */
    CosmosResponse response(long position, long settled) {
        CosmosResponse response = items == 0 ? notModified() : page();
        return response.etag(FeedStart.etag(position))
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
