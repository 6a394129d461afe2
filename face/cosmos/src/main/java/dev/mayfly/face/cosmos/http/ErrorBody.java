package dev.mayfly.face.cosmos.http;

import dev.mayfly.face.cosmos.error.CosmosException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.io.JsonStringEncoder;

/** The body of an error: always JSON and never empty, since clients read it without looking. */
public final class ErrorBody {
    private static final JsonStringEncoder ENCODER = JsonStringEncoder.getInstance();

    private ErrorBody() {}

    /** @param activityId of the request, or null when it is not known */
    public static byte[] of(CosmosException error, @Nullable String activityId) {
        String message = error.getMessage() + (activityId == null ? "" : "\r\nActivityId: " + activityId);
        return of(error.code(), message);
    }

    static byte[] of(String code, String message) {
        String text =
                "{\"code\":\"" + code + "\",\"message\":\"" + new String(ENCODER.quoteAsCharArray(message)) + "\"}";
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
