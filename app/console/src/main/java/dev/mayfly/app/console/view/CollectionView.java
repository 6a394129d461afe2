package dev.mayfly.app.console.view;

import dev.mayfly.engine.Collection;
import dev.mayfly.engine.catalog.CollectionName;
import dev.mayfly.engine.hidden.HiddenCensus;
import java.util.List;

/**
 * A collection with what is in it.
 *
 * @param live documents
 * @param grace documents that have expired and may still be brought back
 * @param overdue documents that are dead and not destroyed yet
 * @param hidden the two together
 * @param bytes of all that is stored
 * @param shards the number of its shards
 */
public record CollectionView(
        String face,
        String database,
        String collection,
        long live,
        long grace,
        long overdue,
        long hidden,
        long bytes,
        long liveBytes,
        long graceBytes,
        long overdueBytes,
        long sweepVisits,
        int shards,
        List<IndexView> indexes,
        PolicyView policy) {
    public static CollectionView of(HiddenCountCache.Counted counted) {
        Collection collection = counted.collection();
        CollectionName name = collection.name();
        HiddenCensus hidden = counted.hidden();
        return new CollectionView(
                name.face(),
                name.database(),
                name.collection(),
                counted.live(),
                hidden.documents() - hidden.deadDocuments(),
                hidden.deadDocuments(),
                hidden.documents(),
                counted.stored().bytes(),
                counted.liveBytes(),
                hidden.bytes() - hidden.deadBytes(),
                hidden.deadBytes(),
                collection.sweepVisits(),
                collection.record().shards(),
                collection.record().indexes().stream()
                        .map(index -> IndexView.of(collection.record(), index))
                        .toList(),
                PolicyView.of(collection.record()));
    }

    /** Returns its position in a list of all collections. */
    public String position() {
        return position(new CollectionName(face, database, collection));
    }

    public static String position(CollectionName name) {
        return name.face() + '\0' + name.database() + '\0' + name.collection();
    }
}
