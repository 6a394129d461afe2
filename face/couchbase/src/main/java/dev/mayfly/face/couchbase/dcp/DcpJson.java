package dev.mayfly.face.couchbase.dcp;

import dev.mayfly.face.couchbase.bucket.CouchbaseJson;
import dev.mayfly.face.couchbase.wire.StatusException;
import java.util.function.Supplier;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** The values of requests about changes and scans, which are JSON. */
final class DcpJson {
    private DcpJson() {}

    /**
     * Reads the object that a request has as its value.
     *
     * @throws StatusException as is made here, if it is no object
     */
    static JsonNode object(byte[] value, Supplier<StatusException> malformed) {
        try {
            JsonNode json = CouchbaseJson.read(value);
            if (json.isObject()) {
                return json;
            }
        } catch (JacksonException _) {
            // Told below.
        }
        throw malformed.get();
    }
}
