package dev.mayfly.face.cosmos.resource;

import dev.mayfly.engine.Collection;
import dev.mayfly.engine.HiddenCensus;
import dev.mayfly.face.cosmos.http.CosmosResponse;

/** How much of a container is used, as header fields say it. What is hidden counts nowhere. */
final class Quota {
    private static final int KILOBYTE = 1_024;
    /** What the service grants a container of one partition, in kilobytes; nothing here ends there. */
    private static final long SHOWN_KILOBYTES = 10L << 20;

    private static final String GRANTED = "documentSize=0;documentsSize=" + SHOWN_KILOBYTES
            + ";documentsCount=-1;collectionSize=" + SHOWN_KILOBYTES
            + ";functions=100;storedProcedures=500;triggers=25;";

    private Quota() {}

    static void addTo(CosmosResponse response, Collection collection) {
        HiddenCensus hidden = collection.hiddenDocuments().census(collection.reading());
        Collection.StoredSize stored = collection.storedSize();
        long documents = Math.max(0, stored.documents() - hidden.documents());
        long kilobytes = (Math.max(0, stored.bytes() - hidden.bytes()) + KILOBYTE - 1) / KILOBYTE;
        response.with("x-ms-resource-quota", GRANTED)
                .with(
                        "x-ms-resource-usage",
                        "documentSize=0;documentsSize=" + kilobytes + ";documentsCount=" + documents
                                + ";collectionSize=" + kilobytes + ";");
    }
}
