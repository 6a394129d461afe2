package dev.mayfly.face.cosmos.resource;

import dev.mayfly.engine.Collection;
import dev.mayfly.engine.StoredSize;
import dev.mayfly.engine.hidden.HiddenCensus;
import dev.mayfly.face.cosmos.http.CosmosResponse;

/** The usage of a container as header fields. Hidden items do not count. */
final class UsageHeaders {
    private static final int KILOBYTE = 1_024;
    /** The kilobytes that the service grants a container of one partition; not enforced here. */
    private static final long SHOWN_KILOBYTES = 10L << 20;

    private static final String GRANTED = "documentSize=0;documentsSize=" + SHOWN_KILOBYTES
            + ";documentsCount=-1;collectionSize=" + SHOWN_KILOBYTES
            + ";functions=100;storedProcedures=500;triggers=25;";

    private UsageHeaders() {}

    static void addTo(CosmosResponse response, Collection collection) {
        HiddenCensus hidden = collection.hiddenDocuments().totals(collection.reading());
        StoredSize stored = collection.storedSize();
        long documents = Math.max(0, stored.documents() - hidden.documents());
        long kilobytes = (Math.max(0, stored.bytes() - hidden.bytes()) + KILOBYTE - 1) / KILOBYTE;
        response.with("x-ms-resource-quota", GRANTED)
                .with(
                        "x-ms-resource-usage",
                        "documentSize=0;documentsSize=" + kilobytes + ";documentsCount=" + documents
                                + ";collectionSize=" + kilobytes + ";");
    }
}
