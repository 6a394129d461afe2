package dev.mayfly.face.cosmos.resource;

import dev.mayfly.engine.Collection;
import dev.mayfly.engine.HiddenCensus;
import dev.mayfly.face.cosmos.http.CosmosResponse;

/** How much of a container is used, as header fields say it. What is hidden counts nowhere. */
final class Quota {
    private static final int KILOBYTE = 1_024;
    private static final String UNLIMITED =
            "documentSize=0;documentsSize=-1;documentsCount=-1;collectionSize=-1;functions=100;storedProcedures=500;"
                    + "triggers=25;";

    private Quota() {}

    static void addTo(CosmosResponse response, Collection collection) {
        HiddenCensus hidden = collection.hiddenDocuments().census(collection.reading());
        Collection.StoredSize stored = collection.storedSize();
        long documents = Math.max(0, stored.documents() - hidden.documents());
        long kilobytes = (Math.max(0, stored.bytes() - hidden.bytes()) + KILOBYTE - 1) / KILOBYTE;
        response.with("x-ms-resource-quota", UNLIMITED)
                .with(
                        "x-ms-resource-usage",
                        "documentSize=0;documentsSize=" + kilobytes + ";documentsCount=" + documents
                                + ";collectionSize=" + kilobytes + ";");
    }
}
