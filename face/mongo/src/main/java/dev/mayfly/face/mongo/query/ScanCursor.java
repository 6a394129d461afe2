package dev.mayfly.face.mongo.query;

import dev.mayfly.base.document.BsonView;
import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.read.Document;
import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.cursor.Batch;
import dev.mayfly.face.mongo.cursor.OpenCursor;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;

/**
 * A scan of all documents that knows the last one it has returned: a later scan may resume behind it, and in a capped
 * collection the scan ends with an error once that document has been evicted, since others may have been evicted unseen.
 */
public final class ScanCursor implements OpenCursor {
    private static final int POSITION_LOST = 136;

    private final Collection collection;
    private final boolean isCapped;
    private final boolean givesTokens;
    private final ScanToken start;
    private final OpenCursor documents;
    /** The documents of the batch under way, and maybe one more that did not fit. */
    private final List<Position> rendered = new ArrayList<>();

    private @Nullable Position last;

    private record Position(DocumentKey key, byte[] token) {}

    /** Opens the cursor over documents rendered by the function that it is given. */
    public interface Source {
        OpenCursor open(Function<Document, BsonView> rendering);
    }

    /**
     * Opens the scan.
     *
     * @param start the token that it resumes from; null for a scan from the beginning
     * @param givesTokens whether each batch says where the next scan may resume
     */
    public ScanCursor(
            Collection collection,
            boolean isCapped,
            @Nullable ScanToken start,
            boolean givesTokens,
            Function<Document, BsonView> rendering,
            Source source) {
        this.collection = collection;
        this.isCapped = isCapped;
        this.givesTokens = givesTokens;
        this.start = start == null ? ScanToken.BEGINNING : start;
        this.documents = source.open(document -> {
            rendered.add(new Position(document.key(), ScanToken.positionOf(document, isCapped)));
            return rendering.apply(document);
        });
    }

    @Override
    public Batch next(int maxDocs, int maxBytes) {
        requirePosition();
        rendered.clear();
        Batch batch = documents.next(maxDocs, maxBytes);
        if (!batch.documents().isEmpty()) {
            last = rendered.get(batch.documents().size() - 1);
        }
        return givesTokens ? new Batch(batch.documents(), batch.isLast(), token()) : batch;
    }

    @Override
    public Batch nothing() {
        return givesTokens ? new Batch(List.of(), false, token()) : documents.nothing();
    }

    private BsonDocument token() {
        Position position = last;
        return position == null ? start.toBson() : new ScanToken(position.token).toBson();
    }

    private void requirePosition() {
        Position position = last;
        if (isCapped && position != null && collection.get(collection.reading(), position.key) == null) {
            throw new CommandError(
                    POSITION_LOST,
                    "CappedPositionLost",
                    "CollectionScan died due to position in capped collection being deleted. Last seen record id: "
                            + new ScanToken(position.token).recordId());
        }
    }

    @Override
    public void close() {
        documents.close();
    }
}
