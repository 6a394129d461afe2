package dev.mayfly.face.cosmos.feed;

import dev.mayfly.face.cosmos.error.CosmosException;
import dev.mayfly.face.cosmos.http.CosmosRequest;
import dev.mayfly.face.cosmos.http.RequestField;
import java.time.DateTimeException;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** The start of a client's read of a change feed, which the etag of the last page tells. */
sealed interface FeedStart {
    record Beginning() implements FeedStart {}

    record Now() implements FeedStart {}

    /** Behind what was read. */
    record Behind(FeedPosition position) implements FeedStart {}

    /** @param shards the number of those that are read */
    static FeedStart of(CosmosRequest request, int shards) {
        String etag = request.ifNoneMatch();
        if (etag == null || etag.isBlank()) {
            return new Beginning();
        }
        return etag.strip().equals("*") ? new Now() : new Behind(position(etag, shards));
    }

    private static FeedPosition position(String etag, int shards) {
        String bare = etag.strip();
        boolean isQuoted = bare.length() > 2 && bare.startsWith("\"") && bare.endsWith("\"");
        return FeedPosition.parse(isQuoted ? bare.substring(1, bare.length() - 1) : bare, shards);
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
