package dev.mayfly.face.couchbase.session;

import dev.mayfly.face.couchbase.wire.Status;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.stream.Collectors;

/** The description of every status for clients. */
final class ErrorMap {
    /** The latest form there is; a client gets the one it asks for, or this. */
    static final int VERSION_MAX = 2;

    private static final int REVISION = 1;

    private ErrorMap() {}

    static byte[] ofVersion(int version) {
        StringBuilder json = new StringBuilder("{\"version\":")
                .append(version)
                .append(",\"revision\":")
                .append(REVISION)
                .append(",\"errors\":{");
        String separator = "";
        for (Status status : Status.values()) {
            json.append(separator);
            append(json, status);
            separator = ",";
        }
        return json.append("}}").toString().getBytes(StandardCharsets.UTF_8);
    }

    private static void append(StringBuilder json, Status status) {
        String attributes = status.attributes().stream()
                .map(attribute -> "\"" + attribute + "\"")
                .collect(Collectors.joining(","));
        json.append('"')
                .append(Integer.toHexString(status.code()).toLowerCase(Locale.ROOT))
                .append("\":{\"name\":\"")
                .append(status.name())
                .append("\",\"desc\":\"")
                .append(status.description())
                .append("\",\"attrs\":[")
                .append(attributes)
                .append("]}");
    }
}
