package dev.mayfly.face.cosmos.feed;

import dev.mayfly.face.cosmos.error.CosmosException;
import dev.mayfly.face.cosmos.http.CosmosRequest;
import dev.mayfly.face.cosmos.http.RequestField;
import java.time.DateTimeException;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The start of a client's read of a change feed. The etag of a page is the version after which to continue: Java
 * clients compare it, as a number, with that of session tokens.
 */
sealed interface FeedStart {
    record Beginning() implements FeedStart {}

    record Now() implements FeedStart {}

    /** Behind a version. */
    record Behind(long version) implements FeedStart {}

    static FeedStart of(CosmosRequest request) {
        String etag = request.ifNoneMatch();
        if (etag == null || etag.isBlank()) {
            return new Beginning();
        }
        return etag.strip().equals("*") ? new Now() : new Behind(version(etag));
    }

    private static long version(String etag) {
        String bare = etag.strip();
        if (bare.length() > 2 && bare.startsWith("\"") && bare.endsWith("\"")) {
            bare = bare.substring(1, bare.length() - 1);
        }
        try {
            long version = Long.parseLong(bare);
            if (version >= 0) {
                return version;
            }
        } catch (NumberFormatException _) {
            // Said below, as of a negative one.
        }
        throw CosmosException.badRequest("The continuation in the header 'if-none-match' is none of a change feed.");
    }

    static String etag(long version) {
        return "\"" + version + "\"";
    }

    /** The instant before which changes are not asked for, in milliseconds since the epoch. */
    static OptionalLong since(CosmosRequest request) {
        @Nullable String date = request.fields().given(RequestField.IF_MODIFIED_SINCE);
        if (date == null) {
            return OptionalLong.empty();
        }
        try {
            return OptionalLong.of(ZonedDateTime.parse(date.strip(), DateTimeFormatter.RFC_1123_DATE_TIME)
                    .toInstant()
                    .toEpochMilli());
        } catch (DateTimeException _) {
            throw CosmosException.badRequest("The date in the header 'if-modified-since' is invalid.");
        }
    }
}
