package dev.mayfly.engine.hidden;

import dev.mayfly.engine.document.StoredDocument;
import dev.mayfly.engine.expiry.Instants;
import dev.mayfly.engine.expiry.PolicyState;
import dev.mayfly.engine.read.ReadView;
import dev.mayfly.engine.write.CollectionShards;
import dev.mayfly.engine.write.HeldDocuments;
import dev.mayfly.store.api.Cursor;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Lists the hidden documents of a collection, page by page. */
public final class HiddenListing {
    private final CollectionShards shards;

    public HiddenListing(CollectionShards shards) {
        this.shards = shards;
    }

    public HiddenPage page(ReadView reading, byte @Nullable [] after, int limit) {
        List<HiddenDocument> documents = new ArrayList<>();
        byte[] last = after;
        if (after == null || !HeldDocuments.isPosition(after)) {
            try (HiddenWalk walk = HiddenWalk.over(shards, reading, after)) {
                while (walk.next()) {
                    if (documents.size() >= limit) {
                        return new HiddenPage(documents, last);
                    }
                    documents.add(listed(reading, walk));
                    last = walk.position();
                }
            }
        }
        return aside(reading, documents, last, limit);
    }

    /** Continues with the documents that are stored aside. */
    private HiddenPage aside(ReadView reading, List<HiddenDocument> documents, byte @Nullable [] after, int limit) {
        byte[] last = after;
        if (shards.all().stream().anyMatch(shard -> shard.heldDocuments().isPossible())) {
            HeldDocuments any = shards.all().getFirst().heldDocuments();
            try (Cursor cursor = any.walk(shards.reader(), after)) {
                while (cursor.next()) {
                    if (documents.size() >= limit) {
                        return new HiddenPage(documents, last);
                    }
                    HeldDocuments.Laid laid = HeldDocuments.read(cursor);
                    boolean isHeld =
                            reading.schema().holds().covers(laid.document().key());
                    documents.add(listed(laid, isHeld));
                    last = laid.storeKey();
                }
            }
        }
        return new HiddenPage(documents, null);
    }

    private static HiddenDocument listed(HeldDocuments.Laid laid, boolean isHeld) {
        StoredDocument document = laid.document();
        return new HiddenDocument(
                document.key(),
                document.version(),
                laid.queue(),
                laid.deadline(),
                laid.deadline(),
                document.bytes().length,
                isHeld,
                true);
    }

    private static HiddenDocument listed(ReadView reading, HiddenWalk walk) {
        PolicyState policy = reading.policy();
        Instants instants = walk.instants();
        return new HiddenDocument(
                walk.key(),
                instants.version(),
                walk.queue(),
                policy.diedAt(instants, reading.now()),
                policy.isHeld(instants) ? policy.diedAt(instants, reading.now()) : policy.deadFrom(instants),
                walk.entry().bytes(),
                reading.schema().holds().covers(walk.key()),
                false);
    }
}
