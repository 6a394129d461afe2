package dev.mayfly.face.cosmos.resource;

import dev.mayfly.face.cosmos.error.CosmosException;
import dev.mayfly.face.cosmos.http.CosmosRequest;
import dev.mayfly.face.cosmos.http.RequestField;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The content of an offer: the request units provided per second, always or at most. */
final class Throughput {
    static final int MANUAL_MIN = 400;

    private static final int MANUAL_STEP = 100;
    private static final int AUTOSCALE_MIN = 1_000;
    private static final int AUTOSCALE_STEP = 1_000;
    private static final int MAX = 1_000_000;
    /** Autoscale provides a tenth of its maximum at least. */
    private static final int SCALE = 10;

    private static final String AUTOPILOT = "offerAutopilotSettings";
    private static final String UNITS = "offerThroughput";

    private Throughput() {}

    /** Returns the offer that the header fields of a creation request, or null. */
    static @Nullable ObjectNode asked(CosmosRequest request) {
        String units = request.fields().given(RequestField.OFFER_THROUGHPUT);
        String autopilot = request.fields().given(RequestField.OFFER_AUTOPILOT);
        if (units != null && autopilot != null) {
            throw CosmosException.badRequest(
                    "A request asks either for manual throughput or for autoscale, not for both.");
        }
        if (units != null) {
            return manual(CosmosRequest.integer(RequestField.OFFER_THROUGHPUT, units));
        }
        return autopilot == null
                ? null
                : autoscale(integer(CosmosJson.sent(autopilot.getBytes(StandardCharsets.UTF_8))
                        .get("maxThroughput")));
    }

    /** Returns the content that the body of a replaced offer requests. */
    static ObjectNode sent(CosmosRequest request, JsonNode content, ObjectNode before) {
        if (request.fields().isTrue(RequestField.OFFER_TO_AUTOPILOT)) {
            int units = before.path(UNITS).asInt();
            int rounded = (units + AUTOSCALE_STEP - 1) / AUTOSCALE_STEP * AUTOSCALE_STEP;
            return autoscale(Math.max(AUTOSCALE_MIN, rounded));
        }
        if (request.fields().isTrue(RequestField.OFFER_TO_MANUAL)) {
            return manual(Math.max(
                    MANUAL_MIN, before.path(AUTOPILOT).path("maxThroughput").asInt(MANUAL_MIN)));
        }
        JsonNode autopilot = content.path(AUTOPILOT);
        return autopilot.isObject()
                ? autoscale(integer(autopilot.get("maxThroughput")))
                : manual(integer(content.get(UNITS)));
    }

    /** Returns the units that the content of an offer provides at most. */
    static int most(JsonNode content) {
        return content.path(AUTOPILOT)
                .path("maxThroughput")
                .asInt(content.path(UNITS).asInt());
    }

    static ObjectNode manual(int units) {
        if (units < MANUAL_MIN || units > MAX || units % MANUAL_STEP != 0) {
            throw CosmosException.badRequest("The offer should have valid throughput values between " + MANUAL_MIN
                    + " and " + MAX + " inclusive in increments of " + MANUAL_STEP + ".");
        }
        return CosmosJson.object().put(UNITS, units);
    }

    private static ObjectNode autoscale(int most) {
        if (most < AUTOSCALE_MIN || most > MAX || most % AUTOSCALE_STEP != 0) {
            throw CosmosException.badRequest("The offer should have a valid maximum throughput between " + AUTOSCALE_MIN
                    + " and " + MAX + " inclusive in increments of " + AUTOSCALE_STEP + ".");
        }
        ObjectNode content = CosmosJson.object().put(UNITS, most / SCALE);
        content.putObject(AUTOPILOT).put("maxThroughput", most);
        return content;
    }

    private static int integer(@Nullable JsonNode number) {
        return number != null && number.isIntegralNumber() && number.canConvertToInt() ? number.asInt() : -1;
    }
}
