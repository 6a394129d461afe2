package dev.mayfly.face.cosmos.http;

import dev.mayfly.face.cosmos.error.CosmosErrors;
import dev.mayfly.face.cosmos.error.CosmosException;
import dev.mayfly.face.transport.http.HttpRefusals;
import dev.mayfly.face.transport.http.HttpResponse;

/** The refusals of the transport itself, in the protocol's words. */
public final class RequestRefusals implements HttpRefusals {
    @Override
    public HttpResponse refusal(int status, String words) {
        CosmosException error =
                status == 413 ? CosmosErrors.tooLarge() : new CosmosException(status, 0, code(status), words);
        return HttpResponse.of(status).withBody("application/json", ErrorBody.of(error, null));
    }

    private static String code(int status) {
        return switch (status) {
            case 403 -> "Forbidden";
            case 404 -> "NotFound";
            case 500 -> "InternalServerError";
            case 503 -> "ServiceUnavailable";
            default -> "BadRequest";
        };
    }
}
